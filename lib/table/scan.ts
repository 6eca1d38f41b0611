import { ScanCommand } from './client/commands.js'
import type { Item, Table } from './table.js'

/**
 * Items of a page. Without a limit, the embedded engine copies all that is left of the table before it cuts a page of
 * 1 MB from it: three times the table then takes six times the processor. DynamoDB reads no further than the page, and
 * returns more pages where items have less than 260 bytes.
 */
export const PAGE_ITEMS = 4_000

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
        Limit: PAGE_ITEMS,
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
