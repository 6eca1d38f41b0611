import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { rateStore } from '../../../lib/dynamodb/stores/rate-store.js'
import { tagStore } from '../../../lib/dynamodb/stores/tag-store.js'
import { throttleStore } from '../../../lib/dynamodb/stores/throttle-store.js'
import { type Key, type Table, openTable } from '../../../lib/dynamodb/table.js'
import { putNew, writeAlone } from '../../../lib/dynamodb/transaction.js'
import { type FaultyDynamoDb, first, requests, startFaultyDynamoDb } from '../../support/faults.js'
import { freshTable } from '../../support/tables.js'

/* Writes of stores whose first attempt is applied, and whose response is lost. */

let dynamodb: FaultyDynamoDb
let table: Table

beforeAll(async () => {
  const { endpoint, tableName } = await freshTable()
  dynamodb = await startFaultyDynamoDb(endpoint)
  table = openTable({ tableName, dynamodbEndpoint: dynamodb.endpoint })
})
beforeEach(() => {
  dynamodb.calm()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(() => dynamodb.close())

const now = new Date()
const putIfAbsent = async (table: Table, key: Key, value: object) =>
  (await writeAlone(table, () => [putNew(table, key, value)]))[0]

describe.each(['lost answer', 'fault after'] as const)('after a %s', (trouble) => {
  it('a request of a key is counted once, and the last one passes', async () => {
    const key = randomUUID()
    const limit = { requests: 3, seconds: 3600 }
    const taken = []
    for (let i = 0; i < 4; i++) {
      dynamodb.troubles(first(1, trouble, requests('UpdateItem', key)))
      taken.push(await rateStore(table).take(key, limit, now))
    }
    expect(taken.map(({ isExceeded, remaining }) => [isExceeded, remaining])).toEqual([
      [false, 2],
      [false, 1],
      [false, 0],
      [true, 0],
    ])
  })

  it('an attempt from a network is counted once', async () => {
    const network = trouble === 'lost answer' ? '10.0.0.1' : '10.0.0.2'
    for (let i = 0; i < 10; i++) {
      dynamodb.troubles(first(1, trouble, requests('UpdateItem', 'attempts#')))
      await throttleStore(table).count(network, now)
    }
    await expect(throttleStore(table).count(network, now)).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })

  it('an item that is put if there is none knows itself', async () => {
    const key = { pk: `item#${randomUUID()}`, sk: 'item' }
    dynamodb.troubles(first(1, trouble, requests('PutItem')))
    expect(
      await putIfAbsent(table, key, { name: 'one', more: { left: undefined, list: [1] } }),
    ).toBeUndefined()
    expect(await putIfAbsent(table, key, { name: 'one' })).toMatchObject({ name: 'one' })
  })

  it('an item of another process is known as that', async () => {
    const key = { pk: `item#${randomUUID()}`, sk: 'item' }
    const once = first(1, 'lost request', requests('PutItem', '"mine"'))
    dynamodb.troubles(async (passing) => {
      const trouble = once(passing)
      if (trouble) await putIfAbsent(table, key, { name: 'theirs' })
      return trouble
    })
    expect(await putIfAbsent(table, key, { name: 'mine' })).toMatchObject({ name: 'theirs' })
  })

  it('a tag that is taken off is taken off', async () => {
    const tagging = { tag: 'tag', id: randomUUID(), person: 'person', created_date: now.toISOString() }
    await tagStore(table).put(tagging as never)
    dynamodb.troubles(first(1, trouble, requests('DeleteItem')))
    await tagStore(table).remove(tagging as never)
    await expect(tagStore(table).findTagging('tag', tagging.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('a command without a request is told that it is not known what it did, and never that nothing was done', async () => {
  const key = { pk: `item#${randomUUID()}`, sk: 'item' }
  dynamodb.troubles(first(4, 'lost answer', requests('PutItem')))
  await expect(putIfAbsent(table, key, {})).rejects.toMatchObject({ code: 'unknown_outcome' })
  dynamodb.troubles(first(4, 'throttled', requests('PutItem')))
  await expect(putIfAbsent(table, key, {})).rejects.toMatchObject({ code: 'busy' })
})
