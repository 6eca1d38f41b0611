import { actionFaults } from '../events/actions.audit.js'
import { attendableFaults } from '../events/attendable.audit.js'
import { changeFaults, modifiedFaults } from '../audit/changes.js'
import { lateMemberFaults } from '../audit/creation-counts.js'
import { identifierFaults, indexFaults, isClaim } from '../audit/identifiers.js'
import { isChecked } from '../table/items/items.js'
import type { Check } from '../table/items/kind.js'
import { foundFaults, looseEndingFaults, seeWords } from '../finding/found.audit.js'
import { SeenWords } from '../finding/store/loose-endings.js'
import { listedFaults } from '../near/listed.audit.js'
import { contactFindings } from '../people/contacts.audit.js'
import { SeenLists, confirmedFaults } from '../audit/lists.js'
import { segmentFaults } from '../audit/segments.js'
import { isWaiting } from '../collections/pending.js'
import { limitedEvents, seatFaults } from '../seats/seats.audit.js'
import { reminderFaults } from '../mail/reminders.audit.js'
import { SeenTotals, totalFaults } from '../attendances/totals.audit.js'
import { waitingFaults } from '../seats/waiting-list.audit.js'
import { scan } from '../table/scan.js'
import type { Item, Table } from '../table/table.js'

/** Number of things that an audit has looked at. */
export interface AuditCounts {
  items: number
  /** Foreign identifiers that are claimed. */
  identifiers: number
  /** Numbered lists, and members in all of them. */
  lists: number
  members: number
  /** Pending members of contended lists. */
  pending: number
  /** Claims of emails without a person, after a crash. The next sign-up with the email matches that person. */
  orphaned_claims: number
}

type Faults = Iterable<string> | AsyncIterable<string>

/** The checks that also look at items of other kinds, which must have neither ordinals nor identifiers. */
const OF_EVERY_ITEM: Check[] = ['ordinals', 'claims']

/**
 * Proves on a table what must always hold: each identifier is held by exactly the resource that lists it, each numbered
 * list has the members 1 to its length, events count their attendances by what became of them, as many seats are taken
 * as people come with their guests, and no more than the capacity
 * (design, section 5: I2, I4 and I5; I3 follows from the key of an attendance), contacts lead to the people who have
 * them, nobody who is erased is found by a name, each event is in the lists that its origin says, has its reminder
 * planned and is listed in public as it is, and each change is in the index over changes. Reads the whole table page by
 * page and may run while it is written to.
 * @param report is called with every violation, one sentence each, as soon as it is found
 */
export async function audit(table: Table, report: (violation: string) => void): Promise<AuditCounts> {
  const seen = nothingSeen()
  const counts = { items: 0, identifiers: 0, pending: 0 }
  const checks = Object.entries(checksOf(table, seen)) as [Check, FaultsIn][]
  for await (const items of scan(table)) {
    counts.items += items.length
    counts.identifiers += items.filter(isClaim).length
    counts.pending += items.filter(isWaiting).length
    for (const [check, faultsIn] of checks) {
      const checked = OF_EVERY_ITEM.includes(check) ? items : items.filter((item) => isChecked(item, check))
      for await (const fault of await faultsIn(checked)) report(fault)
    }
  }
  for await (const entries of scan(table, 'identifiers'))
    for await (const fault of indexFaults(table, entries)) report(fault)
  for (const faults of faultsAfterwards(table, seen)) for await (const fault of faults) report(fault)
  const { lists, orphaned_claims } = seen
  return { ...counts, orphaned_claims, lists: lists.size, members: lists.members }
}

/** Faults that show only after the whole table was read, and the counts of the way. */
interface Seen {
  lists: SeenLists
  totals: SeenTotals
  words: SeenWords
  limited: Item[]
  orphaned_claims: number
}

const nothingSeen = (): Seen => ({
  lists: new SeenLists(),
  totals: new SeenTotals(),
  words: new SeenWords(),
  limited: [],
  orphaned_claims: 0,
})

type FaultsIn = (items: Item[]) => Faults | Promise<Faults>

/** The checks of items, by the rooms that declare them. */
const checksOf = (table: Table, seen: Seen): Partial<Record<Check, FaultsIn>> => ({
  ordinals: (items) => items.flatMap((item) => seen.lists.add(item)),
  changes: (items) => items.flatMap(changeFaults),
  modified: (items) => items.flatMap(modifiedFaults),
  claims: (items) => identifierFaults(table, items),
  segments: (items) => segmentFaults(table, items),
  'late members': (items) => lateMemberFaults(table, items),
  attendable: (items) => attendableFaults(table, items),
  async contacts(items) {
    const { faults, orphanedClaims } = await contactFindings(table, items)
    seen.orphaned_claims += orphanedClaims
    return faults
  },
  totals(items) {
    items.forEach((item) => seen.totals.add(item))
    return []
  },
  seats(items) {
    seen.limited.push(...limitedEvents(items))
    return []
  },
  'waiting list': (items) => waitingFaults(table, items),
  origin: (items) => actionFaults(table, items),
  reminder: (items) => reminderFaults(table, items),
  listed: (items) => listedFaults(table, items),
  found: (items) => foundFaults(table, items),
  words: (items) => seeWords(items, seen.words),
})

const faultsAfterwards = (table: Table, seen: Seen): Faults[] => [
  seatFaults(table, seen.limited),
  totalFaults(table, seen.totals.suspects()),
  confirmedFaults(table, seen.lists.suspects()),
  looseEndingFaults(table, seen.words),
]
