import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { nothingConsumed } from '../../../lib/runtime/consumed-capacity.js'
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '../../../lib/table/client/commands.js'
import { lists } from '../../../lib/collections/numbered-list.js'
import { PENDING, pendingPartitions } from '../../../lib/collections/pending.js'
import { sweep } from '../../../lib/app/sequencer.js'
import type { Table } from '../../../lib/table/table.js'
import { isLong } from '../../support/size.js'

/* A sweep of more members than fit in memory, from a DynamoDB that makes them up page by page. */

const MEMBERS = isLong ? 1_000_000 : 40_000

/** An index entry has some 250 bytes, and a page 1 MB. */
const PAGE = 4_000

/** The limit of memory for a sweep: a few pages, and the batch that it works on. */
const MOST_HEAP_MB = 40

/** TransactWriteItems takes so many items. */
const MOST_ITEMS = 100

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function liveHeapMb(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** A table whose index shows pending members of one event, spread over the partitions of attendances. */
function pendingTable(members: number) {
  const list = lists.attendancesOf('event')
  const partitions = pendingPartitions(list)
  const each = members / partitions.length
  const seen = { pages: 0, transactions: 0, mostItems: 0, length: 0, applied: 0, lastOrdinal: 0, heapMb: 0 }

  const page = (partition: string, from: number) => {
    const number = partitions.indexOf(partition)
    if (number < 0) return { Items: [] }
    if (++seen.pages % 20 === 0) seen.heapMb = Math.max(seen.heapMb, liveHeapMb())
    const to = Math.min(each, from + PAGE)
    const Items = Array.from({ length: to - from }, (_, i) => ({
      pk: `person#${number}-${from + i}-0123-4567-89ab-cdef01234567`,
      sk: 'attendance#event',
      waits_for: list.name,
      since: '2026-11-21T10:00:00.000Z',
    }))
    return { Items, ...(to < each && { LastEvaluatedKey: { from: to } }) }
  }

  const send = async ({ constructor: kind, input }: { constructor: unknown; input: any }): Promise<object> => {
    if (kind === QueryCommand) {
      if (!input.IndexName) return { Items: [] }
      return page(input.ExpressionAttributeValues[':partition'], input.ExclusiveStartKey?.from ?? 0)
    }
    if (kind === GetCommand)
      return input.Key.sk === list.length.sk && seen.length > 0 ? { Item: { length: seen.length } } : {}
    if (kind === BatchGetCommand) {
      const [[name, { Keys }]] = Object.entries<any>(input.RequestItems) as [[string, any]]
      return { Responses: { [name]: Keys.map((key: object) => ({ ...key, [PENDING]: 'attendances 0' })) } }
    }
    if (kind === TransactWriteCommand) {
      seen.transactions += 1
      seen.mostItems = Math.max(seen.mostItems, input.TransactItems.length)
      seen.length = input.TransactItems[0].Update.ExpressionAttributeValues[':last']
    }
    if (kind === UpdateCommand) {
      seen.applied += 1
      seen.lastOrdinal = Math.max(seen.lastOrdinal, input.ExpressionAttributeValues[':ordinal'])
    }
    if (kind === DeleteCommand) return {}
    return {}
  }
  const table = {
    name: 'table',
    client: { send, destroy: () => undefined },
    consumedCapacity: nothingConsumed(),
  }
  return { table: table as unknown as Table, seen }
}

it(`the sweeper takes ${MEMBERS.toLocaleString('en')} pending members in a bounded heap`, async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { table, seen } = pendingTable(MEMBERS)
  const before = liveHeapMb()
  const start = performance.now()
  expect(await sweep(table, new Date())).toEqual({ found: MEMBERS, isComplete: true })
  const seconds = Math.round((performance.now() - start) / 1000)
  const { length, applied, lastOrdinal, mostItems } = seen
  expect({ length, applied, lastOrdinal }).toEqual({
    length: MEMBERS,
    applied: MEMBERS,
    lastOrdinal: MEMBERS,
  })
  expect(mostItems).toBeLessThanOrEqual(MOST_ITEMS)
  expect(seen.heapMb - before).toBeLessThan(MOST_HEAP_MB)
  if (isLong)
    console.log(
      `${MEMBERS} members in ${seconds} s: ${seen.transactions} transactions of at most ${mostItems} items, ` +
        `heap ${Math.round(before)} MB before, ${Math.round(seen.heapMb)} MB at most, ` +
        `resident ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
    )
})
