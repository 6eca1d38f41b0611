import { calendarStore } from '../calendars/store/calendar-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/** The secret addresses of calendar feeds. */
export const calendars = (service: Service) => calendarStore(partOf(service, table))
