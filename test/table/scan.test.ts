import { beforeEach, describe, expect, it } from 'vitest'
import { TransactWriteCommand } from '../../lib/table/client/commands.js'
import { inParallel, inPieces } from '../../lib/table/in-parallel.js'
import { PAGE_ITEMS, scan } from '../../lib/table/scan.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { freshTable } from '../support/engine/tables.js'

describe('a scan of the table', () => {
  let table: Table
  beforeEach(async () => {
    const { endpoint, tableName } = await freshTable()
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  const givenItems = (count: number) =>
    inParallel(inPieces([...Array(count).keys()], 100), 8, (some) =>
      table.client.send(
        new TransactWriteCommand({
          TransactItems: some.map((i) => ({
            Put: { TableName: table.name, Item: { pk: `item ${i}`, sk: 'small' } },
          })),
        }),
      ),
    )

  it('limits each page, which the embedded engine needs, and returns every item once', async () => {
    await givenItems(PAGE_ITEMS + 1)
    const pages = []
    for await (const page of scan(table)) pages.push(page)
    expect(pages.map(({ length }) => length)).toEqual([PAGE_ITEMS, 1])
    expect(new Set(pages.flat().map(({ pk }) => pk)).size).toBe(PAGE_ITEMS + 1)
  })

  it('ends after a page that the table fills', async () => {
    await givenItems(1)
    const pages = []
    for await (const page of scan(table)) pages.push(page)
    expect(pages).toEqual([[{ pk: 'item 0', sk: 'small' }]])
  })
})
