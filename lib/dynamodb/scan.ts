import { ScanCommand } from './client/commands.js'
import type { Item, Table } from './table.js'

/** Reads the table, or an index of it, in pages of at most 1 MB. Only audits, repairs and tests read all of it. */
export async function* scan(table: Table, IndexName?: string): AsyncGenerator<Item[]> {
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
