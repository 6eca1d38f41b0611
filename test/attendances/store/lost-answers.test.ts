import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Claim } from '../../../lib/http/state/idempotency.js'
import { keyOfOwner } from '../../../lib/table/items/items.js'
import { answerStore } from '../../../lib/http/state/answer-store.js'
import { keyStore } from '../../../lib/access/store/key-store.js'
import { ownerStore } from '../../../lib/app/access.js'
import { rateStore } from '../../../lib/http/state/rate-store.js'
import { findTagging } from '../../../lib/tags/store/tag-store.js'
import { putTagging, removeTagging } from '../../../lib/tags/store/write-tags.js'
import { type Table, openTable } from '../../../lib/table/table.js'
import { putNew, putIfAbsent, writeAlone } from '../../../lib/table/transaction.js'
import { withDeadline } from '../../../lib/runtime/request-context.js'
import { type FaultyDynamoDb, first, inOrder, requests, startFaultyDynamoDb } from '../../support/engine/faults.js'
import { freshTable } from '../../support/engine/tables.js'
import type { Tagging } from '../../../lib/tags/tag.js'

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

/** Counts an attempt from a network in another process each time. */
const attempt = (network: string) => rateStore(table, 'attempts').take(network, { requests: 10, seconds: 60 }, now)

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
      await attempt(network)
    }
    expect(await attempt(network)).toMatchObject({ isExceeded: true })
  })

  it('a request of a key and an attempt from a network are counted once, though a conflict followed', async () => {
    const [key, limit] = [randomUUID(), { requests: 3, seconds: 3600 }]
    dynamodb.troubles(inOrder([trouble, 'conflict', 'conflict'], requests('UpdateItem', key)))
    expect((await rateStore(table).take(key, limit, now)).remaining).toBe(2)
    const network = trouble === 'lost answer' ? '10.0.1.1' : '10.0.1.2'
    dynamodb.troubles(inOrder([trouble, 'conflict', 'conflict'], requests('UpdateItem', 'attempts#')))
    for (let i = 0; i < 10; i++) await attempt(network)
    expect(await attempt(network)).toMatchObject({ isExceeded: true })
  })

  it('an item that is put is known again, though a conflict followed', async () => {
    const key = { pk: `item#${randomUUID()}`, sk: 'item' }
    dynamodb.troubles(inOrder([trouble, 'conflict', 'conflict'], requests('PutItem')))
    expect(await putIfAbsent(table, key, { name: 'one' })).toBeUndefined()
  })

  it('an item that is put if there is none knows itself', async () => {
    const key = { pk: `item#${randomUUID()}`, sk: 'item' }
    dynamodb.troubles(first(1, trouble, requests('PutItem')))
    expect(await putIfAbsent(table, key, { name: 'one', more: { left: undefined, list: [1] } })).toBeUndefined()
    expect(await putIfAbsent(table, key, { name: 'one' })).toMatchObject({ name: 'one' })
  })

  it('an item of another process is known as that', async () => {
    const key = { pk: `item#${randomUUID()}`, sk: 'item' }
    const loseFirst = first(1, 'lost request', requests('PutItem', '"mine"'))
    dynamodb.troubles(async (passing) => {
      const trouble = loseFirst(passing)
      if (trouble) await putIfAbsent(table, key, { name: 'theirs' })
      return trouble
    })
    expect(await putIfAbsent(table, key, { name: 'mine' })).toMatchObject({ name: 'theirs' })
  })

  it('a tag that is taken off is taken off', async () => {
    const dates = { created_date: now.toISOString(), modified_date: now.toISOString() }
    const tagging = { tag: 'tag', id: randomUUID(), person: 'person', ...dates } as Tagging
    await putTagging(table, tagging)
    dynamodb.troubles(first(1, trouble, requests('DeleteItem')))
    await removeTagging(table, tagging)
    await expect(findTagging(table, 'tag', tagging.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('a command without a request is told that it is not known what it did, and never that nothing was done', async () => {
  const key = { pk: `item#${randomUUID()}`, sk: 'item' }
  dynamodb.troubles(first(4, 'lost answer', requests('PutItem')))
  await expect(putIfAbsent(table, key, {})).rejects.toMatchObject({ code: 'unknown_outcome' })
  dynamodb.troubles(first(4, 'throttled', requests('PutItem')))
  await expect(putIfAbsent(table, key, {})).rejects.toMatchObject({ code: 'busy' })
})

describe('a single write that meets a transaction', () => {
  it('is repeated: a request of a key and an attempt from a network are counted once', async () => {
    const [key, limit] = [randomUUID(), { requests: 3, seconds: 3600 }]
    dynamodb.troubles(first(3, 'conflict', requests('UpdateItem', key)))
    expect(await rateStore(table).take(key, limit, now)).toMatchObject({ remaining: 2, isExceeded: false })
    dynamodb.troubles(first(3, 'conflict', requests('UpdateItem', 'attempts#')))
    for (let i = 0; i < 10; i++) await attempt('10.0.2.1')
    expect(await attempt('10.0.2.1')).toMatchObject({ isExceeded: true })
  })

  it('is refused as busy, and never let pass, while the conflicts go on', async () => {
    dynamodb.troubles(first(Infinity, 'conflict', requests('UpdateItem')))
    const within = <Result>(work: () => Result) => withDeadline(2_000, work)
    await expect(within(() => attempt('10.0.2.2'))).rejects.toMatchObject({
      code: 'busy',
    })
    const limit = { requests: 3, seconds: 3600 }
    await expect(within(() => rateStore(table).take(randomUUID(), limit, now))).rejects.toMatchObject({
      code: 'busy',
    })
  })

  it('changes a key and the settings of an owner after it', async () => {
    const owner = `group:${randomUUID()}` as const
    const secret = randomUUID()
    const id = await keyStore(table).create(secret, { owner, name: 'Key' } as never, now)
    dynamodb.troubles(first(2, 'conflict', requests('UpdateItem', id)))
    await keyStore(table).revoke(id, now)
    expect(await keyStore(table).find(secret)).toBeUndefined()
    await writeAlone(table, () => [putNew(table, keyOfOwner(owner), { title: 'Group' })])
    dynamodb.troubles(first(2, 'conflict', requests('UpdateItem', owner.slice(6))))
    expect(await ownerStore(table).changeSettings(owner, { browser_rsvps: true })).toMatchObject({
      browser_rsvps: true,
    })
  })

  it('takes over the claim of a named request after it', async () => {
    const request = { scope: [randomUUID()], fingerprint: 'same' }
    const store = answerStore(table)
    const { claim } = (await store.claim(request, now)) as { claim: Claim }
    await store.release(request, claim, 'unknown')
    dynamodb.troubles(first(2, 'conflict', requests('UpdateItem', 'answer#')))
    expect(await store.claim(request, now)).toMatchObject({ claim: { seed: claim.seed } })
  })
})
