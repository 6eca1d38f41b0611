import type { OsdiEvent } from '../../events/event.js'
import type { Table } from '../../table/table.js'
import { type EventStore, eventStore } from '../../events/store/event-store.js'
import { mailOfImport } from '../../mail/store/event-mail.js'

/** Stores events of another service: no one is mailed that they are new or have changed, and reminders follow them. */
export const importedEvents = (table: Table): EventStore =>
  eventStore(table, {
    ofNew: (at: Table, event: OsdiEvent) => mailOfImport(at, event),
    ofChange: (at: Table, before: OsdiEvent, after: OsdiEvent) => mailOfImport(at, after, before),
  })
