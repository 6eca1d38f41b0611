import { changeImported } from '../imports/store/imported-people.js'
import { seriesStore } from '../series/store/series-store.js'
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

/** The stores of events that calendars bring, and of their series; and what reads their places. */
export function calendarImports(service: Service) {
  const events = importedEvents(partOf(service, table))
  return { events, series: seriesStore(partOf(service, table), events), readLine: partOf(service, readLine) }
}
