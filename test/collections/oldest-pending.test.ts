import { beforeEach, describe, expect, it } from 'vitest'
import { BatchWriteCommand } from '../../lib/table/client/commands.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { PENDING } from '../../lib/collections/pending.js'
import { oldestPending } from '../../lib/collections/sequencer/oldest-pending.js'
import { type Table, keyOf, openTable } from '../../lib/table/table.js'
import { freshTable } from '../support/engine/tables.js'

const ours = lists.attendancesOf('ours')
const theirs = lists.attendancesOf('theirs')
let table: Table

beforeEach(async () => {
  const { endpoint, tableName } = await freshTable()
  table = openTable({ tableName, dynamodbEndpoint: endpoint })
})

const START = Date.parse('2026-01-01T00:00:00Z')

/** Pending members in a partition of the index, one a second from the start on. */
async function givenPending(list: typeof ours, count: number, from = 0, partition = 'attendances 0') {
  const items = Array.from({ length: count }, (_, i) => ({
    ...keyOf.attendance(`person-${partition}-${from + i}`, list.name),
    [PENDING]: partition,
    since: new Date(START + (from + i) * 1_000).toISOString(),
    waits_for: list.name,
  }))
  for (let i = 0; i < items.length; i += 25) {
    const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }))
  }
}

describe('the time since when a member is pending', () => {
  it('is undefined where no member is, for half a unit a partition', async () => {
    const before = table.consumedCapacity.read
    expect([await oldestPending(table, ours), await oldestPending(table)]).toEqual([undefined, undefined])
    expect(table.consumedCapacity.read - before).toBe(8 + 24)
  })

  it('does not come from members of another list', async () => {
    await givenPending(theirs, 30)
    expect(await oldestPending(table, ours)).toBeUndefined()
    expect(await oldestPending(table, theirs)).toBe(START)
    expect(await oldestPending(table)).toBe(START)
    await givenPending(ours, 1, 40)
    await givenPending(ours, 1, 35, 'attendances f')
    expect(await oldestPending(table, ours)).toBe(START + 35_000)
  })

  it('is at least a time before which none was, behind very many members of another list', async () => {
    await givenPending(theirs, 520)
    expect(await oldestPending(table, ours)).toBe(START + 499_000)
  })
})
