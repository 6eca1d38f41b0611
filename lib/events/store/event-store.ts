import type { IdentifiedStore } from '../../resources/record-by-identifier.js'
import type { Table } from '../../table/table.js'
import type { OsdiEvent } from '../event.js'
import { type AttendableEvents, attendableEvents } from './load-event.js'
import { type EventLists, eventLists } from './list-events.js'
import { type EventReader, type InSight, eventReader } from './read-events.js'
import { type EventReaction, eventWriter } from './write-events.js'

/** All that is done with events. */
export type EventStore = EventReader & EventLists & AttendableEvents & IdentifiedStore<OsdiEvent>

/** Stores events: the item, the length of its attendances, its identifiers, and its positions in lists. */
export const eventStore = (
  table: Table,
  { reactions, inSight }: { reactions: readonly EventReaction[]; inSight: InSight },
): EventStore => ({
  ...eventReader(table, inSight),
  ...eventLists(table, inSight),
  ...attendableEvents(table),
  ...eventWriter(table, reactions),
})
