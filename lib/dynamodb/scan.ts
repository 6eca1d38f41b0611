import { ScanCommand } from './client/commands.js'
import type { Item, Table } from './table.js'

/**
 * Reads the table, or an index of it, in pages of at most 1 MB. Only audits, repairs and tests read all of it. The next
 * page is read while the caller looks at one.
 */
export async function* scan(table: Table, IndexName?: string): AsyncGenerator<Item[]> {
  const readPage = (after?: Record<string, unknown>) =>
    table.client.send(
      new ScanCommand({
        TableName: table.name,
        IndexName,
        // An index has no consistent reads.
        ConsistentRead: !IndexName,
        ExclusiveStartKey: after,
      }),
    )
  let reading: ReturnType<typeof readPage> | undefined = readPage()
  while (reading) {
    const { Items = [], LastEvaluatedKey }: Awaited<typeof reading> = await reading
    reading = LastEvaluatedKey && readPage(LastEvaluatedKey)
    // A caller that stops asks for no page, and hears of no failure.
    reading?.catch(() => undefined)
    yield Items as Item[]
  }
}
