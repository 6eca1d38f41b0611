import { beforeEach, describe, expect, it } from 'vitest'
import { BatchWriteCommand } from '../../lib/table/client/commands.js'
import { MOST_LOOKED_AT, findDuePartitions } from '../../lib/collections/due-partitions.js'
import { PENDING } from '../../lib/collections/pending.js'
import { type Table, openTable } from '../../lib/table/table.js'
import { engineKinds } from '../support/engine/engines.js'
import { freshTable } from '../support/engine/tables.js'

const NOW = new Date('2026-01-01T12:00:00Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)

describe.each(engineKinds())('a look at the index of pending members on %s', (kind) => {
  let table: Table
  beforeEach(async () => {
    const { endpoint, tableName } = await freshTable(kind)
    table = openTable({ tableName, dynamodbEndpoint: endpoint })
  })

  /** Items that wait in a partition of the index, and some that do not wait. */
  async function givenWaiting(partition: string, since: Date, count = 1) {
    const items = Array.from({ length: count }, (_, i) => [
      {
        pk: `${partition} ${since.getTime()} ${i}`,
        sk: 'waits',
        [PENDING]: partition,
        since: since.toISOString(),
      },
      { pk: `${partition} ${since.getTime()} ${i}`, sk: 'done' },
    ]).flat()
    for (let i = 0; i < items.length; i += 25) {
      const puts = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }))
    }
  }

  const dueOf = async (partitions: string[]) => partitions.filter(await findDuePartitions(table, NOW))

  it('finds the partitions in which something is due, and not those that wait for later', async () => {
    expect(await dueOf(['mail 0', 'attendances f'])).toEqual([])
    await givenWaiting('mail 0', NOW)
    await givenWaiting('attendances f', inMs(-1))
    await givenWaiting('mailing 1', inMs(1))
    const all = ['mail 0', 'mail 1', 'attendances f', 'mailing 1', 'forgetting']
    expect(await dueOf(all)).toEqual(['mail 0', 'attendances f'])
  })

  it('finds what came since the one before', async () => {
    await dueOf(['departures'])
    await givenWaiting('departures', NOW)
    expect(await dueOf(['departures'])).toEqual(['departures'])
  })

  it('leaves no partition out behind more entries than it looks at', async () => {
    await givenWaiting('mailing 1', inMs(1), MOST_LOOKED_AT - 1)
    expect(await dueOf(['mailing 1', 'people 3'])).toEqual([])
    await givenWaiting('mailing 2', inMs(1))
    expect(await dueOf(['mailing 1', 'people 3'])).toEqual(['mailing 1', 'people 3'])
  })
})
