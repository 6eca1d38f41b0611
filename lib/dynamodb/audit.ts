import { ScanCommand } from './client/commands.js'
import { actionFaults } from './audit-actions.js'
import { identifierFaults, indexFaults, isClaim } from './audit-identifiers.js'
import { SeenLists, confirmedFaults } from './audit-lists.js'
import { runFaults } from './audit-runs.js'
import type { Item, Table } from './table.js'

/** How much an audit has looked at. */
export interface AuditCounts {
  items: number
  /** Foreign identifiers that are claimed. */
  identifiers: number
  /** Numbered lists, and members in all of them. */
  lists: number
  members: number
  /** Members of hot lists that have no ordinal yet. */
  waiting: number
}

/**
 * Proves on a table what must always hold: each identifier is held by exactly the resource that lists it, and
 * each numbered list has the members 1 to its length (design, section 5: I2 and I4; I3 follows from the key of
 * an attendance); and each event stands among the actions where its origin says. Reads the whole table page by page and may run while it is written to.
 * @param report is told every violation, one sentence each, as soon as it is found
 */
export async function audit(table: Table, report: (violation: string) => void): Promise<AuditCounts> {
  const lists = new SeenLists()
  const counts = { items: 0, identifiers: 0, waiting: 0 }
  for await (const items of pagesOf(table)) {
    counts.items += items.length
    counts.identifiers += items.filter(isClaim).length
    items.flatMap((item) => lists.note(item)).forEach(report)
    for await (const fault of identifierFaults(table, items)) report(fault)
    for await (const fault of runFaults(table, items)) report(fault)
    for await (const fault of actionFaults(table, items)) report(fault)
    counts.waiting += items.filter(({ unnumbered }) => unnumbered !== undefined).length
  }
  for await (const entries of pagesOf(table, 'identifiers'))
    for await (const fault of indexFaults(table, entries)) report(fault)
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
