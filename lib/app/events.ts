import { eventLists as listsOf } from '../events/store/list-events.js'
import { eventReader } from '../events/store/read-events.js'
import { inSight } from './visible-events.js'
import { type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'

/* Parts for functions that only read events. */

export const events = (service: Service) => eventReader(partOf(service, table), inSight)

export const eventLists = (service: Service) => listsOf(partOf(service, table), inSight)
