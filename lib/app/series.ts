import type { SeriesAttendanceDependencies } from '../series/series-attendance.js'
import { mailStore } from '../mail/store/mail-store.js'
import { seriesEdits } from '../series/store/series-edits.js'
import { seriesStore } from '../series/store/series-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { visitorDependencies } from './visitors.js'
import { writtenEvents } from './record-events.js'

/** The dependencies of the form of a series. */
export function seriesAttendanceDependencies(service: Service): SeriesAttendanceDependencies {
  const mails = mailStore(partOf(service, table))
  return {
    ...partOf(service, visitorDependencies),
    askForMail: (id, request) => mails.ask(id, request),
  }
}

/** Series that are made and changed here. */
export const series = (service: Service) => ({
  ...seriesStore(partOf(service, table), partOf(service, writtenEvents)),
  ...seriesEdits(partOf(service, table)),
})
