import { changeImported } from '../imports/store/imported-people.js'
import { readLine } from './locations.js'
import { importedEvents } from './event-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import type { Attending } from '../attendances/record-attendance.js'
import { attending } from './attendances.js'

/** The context of recording files. */
export const importing = (service: Service): Attending => ({
  ...partOf(service, attending),
  changeKnown: changeImported,
})

/** The store of events that calendars bring, and what reads their places. */
export function calendarImports(service: Service) {
  return { events: importedEvents(partOf(service, table)), readLine: partOf(service, readLine) }
}
