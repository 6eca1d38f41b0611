import { beforeEach, describe, expect, it } from 'vitest'
import { BatchWriteCommand } from '../../../lib/dynamodb/client/commands.js'
import { lists } from '../../../lib/dynamodb/lists/numbered-list.js'
import { oldestWaiting } from '../../../lib/dynamodb/lists/oldest-waiting.js'
import { type Table, keyOf, openTable } from '../../../lib/dynamodb/table.js'
import { freshTable } from '../../support/tables.js'

const ours = lists.attendancesOf('ours')
const theirs = lists.attendancesOf('theirs')
let table: Table

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
})

const START = Date.parse('2026-01-01T00:00:00Z')

/** Members who wait in a partition of the index, one a second from the start on. */
async function waiting(list: typeof ours, count: number, from = 0, unnumbered = 'attendances 0') {
  const items = Array.from({ length: count }, (_, i) => ({
    ...keyOf.attendance(`person-${unnumbered}-${from + i}`, list.name),
    ...{ unnumbered, since: new Date(START + (from + i) * 1_000).toISOString(), waits_for: list.name },
  }))
  for (let i = 0; i < items.length; i += 25) {
    const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }))
  }
}

describe('since when somebody has waited for a place', () => {
  it('is nothing where nobody waits, for half a unit a partition', async () => {
    const before = table.spent.read
    expect([await oldestWaiting(table, ours), await oldestWaiting(table)]).toEqual([undefined, undefined])
    expect(table.spent.read - before).toBe(8 + 24)
  })

  it('is not told by those who wait for another list', async () => {
    await waiting(theirs, 30)
    expect(await oldestWaiting(table, ours)).toBeUndefined()
    expect(await oldestWaiting(table, theirs)).toBe(START)
    expect(await oldestWaiting(table)).toBe(START)
    await waiting(ours, 1, 40)
    await waiting(ours, 1, 35, 'attendances f')
    expect(await oldestWaiting(table, ours)).toBe(START + 35_000)
  })

  it('is at least since when nobody does, behind very many who wait for another list', async () => {
    await waiting(theirs, 520)
    expect(await oldestWaiting(table, ours)).toBe(START + 499_000)
  })
})
