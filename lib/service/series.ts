import type { SeriesAttendanceDependencies } from '../domain/public/series-attendance.js'
import { mailStore } from '../dynamodb/stores/mail/mail-store.js'
import { type Service, partOf, table } from '../service.js'
import { attendanceDependencies } from './attendances.js'

/** The dependencies of the form of a series. */
export function seriesAttendanceDependencies(service: Service): SeriesAttendanceDependencies {
  const mails = mailStore(partOf(service, table))
  return {
    ...partOf(service, attendanceDependencies),
    askForMail: (id, request) => mails.ask(id, request),
  }
}
