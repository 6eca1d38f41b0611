import { attendanceStore } from './attendance-store.js'
import { blockErasure } from './blocked.js'
import { hostErasure } from '../hosting/store/erase-host.js'
import { onlyNames } from '../webhooks/delivery/compose.js'
import { messageLog } from '../webhooks/store/message-log.js'
import { eventStore } from './event-store.js'
import type { ErasureDependencies } from '../merging/erase-person.js'
import type { MergeDependencies } from '../merging/merge-people.js'
import { erasureDependencies as erasureStore } from '../merging/store/erasure-store.js'
import { mergeDependencies } from '../merging/store/merge-store.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { assignOrdinals } from './sequencer.js'

/** The dependencies of erasing a person. */
export const erasureDependencies = (service: Service): ErasureDependencies => erasureIn(partOf(service, table))

/** Takes out of kept messages what they say of an event. */
const forgetMessages = (table: Table) => (event: string) =>
  messageLog(table).replaceData(event, ({ data }) => onlyNames(data))

/** The traces of a person that rooms erase. */
const erasedElsewhere = (table: Table): ErasureDependencies['elsewhere'] => [
  hostErasure(table, eventStore(table), forgetMessages(table)),
  blockErasure(table),
]

/** Returns the same for a table. */
export const erasureIn = (table: Table) => erasureStore(table, attendanceStore(table), erasedElsewhere(table))

/** The dependencies of merging people. */
export const mergingDependencies = (service: Service): MergeDependencies => mergingIn(partOf(service, table))

/** The same for commands of the owner, which have a table alone. */
export const mergingIn = (table: Table): MergeDependencies => mergeDependencies(table, assignOrdinals)

/** The dependencies of finishing both for people who have left. */
export const departuresIn = (table: Table) => ({ merging: mergingIn(table), erasure: erasureIn(table) })
