import { contactErasure } from '../events/store/contacts-of-events.js'
import { blockErasure } from './blocked.js'
import { optInErasure } from './consent.js'
import { hostErasure } from '../hosting/store/erase-host.js'
import { hostMerge } from '../hosting/store/merge-hosts.js'
import { onlyNames } from '../webhooks/delivery/compose.js'
import { replaceMessageData } from '../webhooks/store/message-log.js'
import { eventStore } from './event-store.js'
import type { Departing } from '../merging/finish-departure.js'
import { type Service, partOf } from '../runtime/service.js'
import { type Table, table } from '../table/table.js'
import { assignOrdinals } from './sequencer.js'
import { attendanceReactions } from './reactions/attendance.js'

/** Copies of events that rooms keep. What they say of an event goes with a person in it. */
const COPIES: ((table: Table, event: string) => Promise<void>)[] = [
  (table, event) => replaceMessageData(table, event, ({ data }) => onlyNames(data)),
]

const forgetCopies = (table: Table) => async (event: string) => {
  await Promise.all(COPIES.map((forget) => forget(table, event)))
}

/** The traces of a person that rooms erase. */
const erasedElsewhere = (table: Table): Departing['elsewhere'] => [
  hostErasure(table, eventStore(table), forgetCopies(table)),
  contactErasure(table, eventStore(table), forgetCopies(table)),
  blockErasure(table),
  optInErasure(table),
]

/** The context of merges and erasures. */
export const departingIn = (table: Table): Departing => ({
  table,
  now: () => new Date(),
  assignOrdinals,
  reactions: attendanceReactions,
  elsewhere: erasedElsewhere(table),
  further: [hostMerge(table, eventStore(table))],
})

/** The same of a service. */
export const departing = (service: Service) => departingIn(partOf(service, table))
