import { type EventStore, eventStore as storeOf } from '../events/store/event-store.js'
import { inSight } from './visible-events.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { eventReactions, importedEventReactions } from './reactions/event.js'

/** Stores events, for the organizers' interface and the tools, which do all that is done with them. */
export const eventStore = (table: Table): EventStore => storeOf(table, { reactions: eventReactions, inSight })

/** All that is done with events, for the organizers' interface. */
export const storedEvents = (service: Service) => eventStore(partOf(service, table))

/** Stores events of another service: no one is mailed that they are new or have changed, and reminders follow them. */
export const importedEvents = (table: Table): EventStore =>
  storeOf(table, { reactions: importedEventReactions, inSight })
