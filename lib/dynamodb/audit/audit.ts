import { ScanCommand } from '../client/commands.js'
import { actionFaults } from './actions.js'
import { attendableFaults } from './attendable.js'
import { changeFaults } from './changes.js'
import { lateMemberFaults } from './creation-counts.js'
import { identifierFaults, indexFaults, isClaim } from './identifiers.js'
import { contactFindings } from './contacts.js'
import { SeenLists, confirmedFaults } from './lists.js'
import { segmentFaults } from './segments.js'
import { isPending } from '../lists/pending.js'
import { limitedEvents, seatFaults } from './seats.js'
import type { Item, Table } from '../table.js'

/** How much an audit has looked at. */
export interface AuditCounts {
  items: number
  /** Foreign identifiers that are claimed. */
  identifiers: number
  /** Numbered lists, and members in all of them. */
  lists: number
  members: number
  /** Pending members of contended lists. */
  pending: number
  /** Claims of emails whose person was never written: somebody died, and whoever comes next finishes it. */
  promised: number
}

/**
 * Proves on a table what must always hold: each identifier is held by exactly the resource that lists it, each numbered
 * list has the members 1 to its length, as many seats are taken as there are attendances and no more than the capacity
 * (design, section 5: I2, I4 and I5; I3 follows from the key of an attendance), contacts lead to the people who have
 * them, each event is in the lists that its origin says, and each change is in the index over changes. Reads the whole
 * table page by page and may run while it is written to.
 * @param report is called with every violation, one sentence each, as soon as it is found
 */
export async function audit(table: Table, report: (violation: string) => void): Promise<AuditCounts> {
  const lists = new SeenLists()
  const counts = { items: 0, identifiers: 0, pending: 0, promised: 0 }
  const limited: Item[] = []
  for await (const items of pagesOf(table)) {
    counts.items += items.length
    counts.identifiers += items.filter(isClaim).length
    items.flatMap((item) => lists.add(item)).forEach(report)
    items.flatMap(changeFaults).forEach(report)
    for await (const fault of identifierFaults(table, items)) report(fault)
    for await (const fault of segmentFaults(table, items)) report(fault)
    for await (const fault of lateMemberFaults(table, items)) report(fault)
    for await (const fault of attendableFaults(table, items)) report(fault)
    const { faults, promised } = await contactFindings(table, items)
    faults.forEach(report)
    counts.promised += promised
    limited.push(...limitedEvents(items))
    for await (const fault of actionFaults(table, items)) report(fault)
    counts.pending += items.filter(isPending).length
  }
  for await (const entries of pagesOf(table, 'identifiers'))
    for await (const fault of indexFaults(table, entries)) report(fault)
  for await (const fault of seatFaults(table, limited)) report(fault)
  for await (const fault of confirmedFaults(table, lists.suspects())) report(fault)
  return { ...counts, lists: lists.size, members: lists.members }
}

/** The pages of the table, or of an index of it, of at most 1 MB each. */
export async function* pagesOf(table: Table, IndexName?: string): AsyncGenerator<Item[]> {
  let next: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        IndexName,
        // An index has no consistent reads.
        ConsistentRead: !IndexName,
        ExclusiveStartKey: next,
      }),
    )
    yield Items as Item[]
    next = LastEvaluatedKey
  } while (next)
}
