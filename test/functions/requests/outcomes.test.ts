import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FaultyDynamoDb, first, inOrder, requests, startFaultyDynamoDb } from '../../support/engine/faults.js'
import {
  type Reply,
  address,
  anEvent,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
  useDynamoDb,
} from '../../support/service.js'

/* Answers of DynamoDB are lost, late or faults: callers learn the outcome, or that it is not known. */

let dynamodb: FaultyDynamoDb
beforeAll(async () => {
  dynamodb = await startFaultyDynamoDb(address.endpoint)
  useDynamoDb(dynamodb.endpoint)
})
beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true))
afterEach(() => dynamodb.calm())
afterAll(() => dynamodb.close())

let names = 0
const named = () => ({ headers: { 'Idempotency-Key': `outcome ${++names}` } })
const totalOf = async (path: string) => (await get(path)).body.total_records as number
const faultOf = ({ body }: Reply) => body['osdi:error'].resource_status[0].error_descriptions[0]
const codeOf = (reply: Reply) => [reply.status, faultOf(reply).error_code]

/** The transactions that write an event: done and lost, then refused until the client gives up. */
const lostThenThrottled = () =>
  inOrder(['lost answer', 'throttled', 'throttled', 'throttled'], requests('TransactWriteItems', '"event#'))

const ambiguous = ['lost answer', 'fault after'] as const

describe('a POST with an Idempotency-Key', () => {
  it.each(ambiguous)('knows its own claim after a %s', async (trouble) => {
    const before = await totalOf('/api/v2/events')
    const key = named()
    dynamodb.troubles(first(1, trouble, requests('PutItem', 'answer#')))
    const reply = await post('/api/v2/events', anEvent(), key)
    expect([reply.status, await totalOf('/api/v2/events')]).toEqual([200, before + 1])
    const again = await post('/api/v2/events', anEvent(), key)
    expect([again.headers['idempotent-replayed'], idOf(again)]).toEqual(['true', idOf(reply)])
  })

  it('that could not be claimed was not done, and may come again at once', async () => {
    const before = await totalOf('/api/v2/events')
    const key = named()
    dynamodb.troubles(first(4, 'lost answer', requests('PutItem', 'answer#')))
    expect(codeOf(await post('/api/v2/events', anEvent(), key))).toEqual([503, 'busy'])
    expect(await totalOf('/api/v2/events')).toBe(before)
    expect((await post('/api/v2/events', anEvent(), key)).status).toBe(200)
    expect(await totalOf('/api/v2/events')).toBe(before + 1)
  })

  it('makes one event, though its first execution was done, got no answer and then was throttled', async () => {
    const before = await totalOf('/api/v2/events')
    const key = named()
    dynamodb.troubles(lostThenThrottled())
    const reply = await post('/api/v2/events', anEvent(), key)
    expect(codeOf(reply)).toEqual([503, 'unknown_outcome'])
    expect(reply.headers['retry-after']).toBe('1')
    expect(faultOf(reply).hint).toContain('Idempotency-Key')
    const again = await post('/api/v2/events', anEvent(), key)
    expect(again.status).toBe(200)
    expect(again.body.created_date).toBe(again.body.modified_date)
    expect(await totalOf('/api/v2/events')).toBe(before + 1)
    const unique = await post('/api/v2/events', anEvent(), key)
    expect([idOf(unique), unique.headers['idempotent-replayed']]).toEqual([idOf(again), 'true'])
  })

  it.each([
    ['event', 'event#', '/api/v2/events', () => anEvent({ identifiers: [`lost:${++names}`] })],
    ['campaign', 'event_campaign#', '/api/v2/event_campaigns', () => ({ title: 'C', origin_system: 'T' })],
  ])('makes one %s, though it was never told that it did', async (_, key, path, bodyOf) => {
    const before = await totalOf(path)
    const [name, body] = [named(), bodyOf()]
    for (let i = 0; i < 2; i++) {
      dynamodb.troubles(
        inOrder(['lost answer', 'throttled', 'throttled', 'throttled'], requests('TransactWriteItems', key)),
      )
      expect(codeOf(await post(path, body, name))).toEqual([503, 'unknown_outcome'])
    }
    dynamodb.calm()
    expect((await post(path, body, name)).status).toBe(200)
    expect(await totalOf(path)).toBe(before + 1)
  })

  it('makes one event, though the repetition of an execution that may have made it was refused', async () => {
    const before = await totalOf('/api/v2/events')
    const key = named()
    dynamodb.troubles(lostThenThrottled())
    expect(codeOf(await post('/api/v2/events', anEvent(), key))).toEqual([503, 'unknown_outcome'])
    dynamodb.troubles(first(4, 'throttled', requests('TransactWriteItems')))
    expect(codeOf(await post('/api/v2/events', anEvent(), key))).toEqual([503, 'busy'])
    expect((await post('/api/v2/events', anEvent(), key)).status).toBe(200)
    expect(await totalOf('/api/v2/events')).toBe(before + 1)
  })

  it('is not let in by another content while it is not known whether it was done', async () => {
    const key = named()
    dynamodb.troubles(lostThenThrottled())
    await post('/api/v2/events', anEvent(), key)
    const other = await post('/api/v2/events', anEvent({ title: 'Other' }), key)
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused'])
  })

  it('was not done where all of its writes were refused, and is told so', async () => {
    const before = await totalOf('/api/v2/events')
    dynamodb.troubles(first(4, 'throttled', requests('TransactWriteItems')))
    const key = named()
    expect(codeOf(await post('/api/v2/events', anEvent(), key))).toEqual([503, 'busy'])
    expect(await totalOf('/api/v2/events')).toBe(before)
    expect((await post('/api/v2/events', anEvent({ title: 'Mended' }), key)).status).toBe(200)
  })
})

describe('a POST without an Idempotency-Key', () => {
  it.each(ambiguous)('is done once after a %s', async (trouble) => {
    const before = await totalOf('/api/v2/events')
    dynamodb.troubles(first(1, trouble, requests('TransactWriteItems')))
    const reply = await post('/api/v2/events', anEvent({ identifiers: [`lost:${++names}`] }))
    expect([reply.status, await totalOf('/api/v2/events')]).toEqual([200, before + 1])
    expect(reply.body.created_date).toBe(reply.body.modified_date)
  })

  it('is told that it is not known whether it was done', async () => {
    dynamodb.troubles(lostThenThrottled())
    const body = anEvent({ identifiers: [`lost:${++names}`] })
    const reply = await post('/api/v2/events', body)
    expect(codeOf(reply)).toEqual([503, 'unknown_outcome'])
    expect(reply.body.error).toBe('It is not known whether this request was done')
    const again = await post('/api/v2/events', body)
    expect([again.status, await totalOf(`/api/v2/events?filter=identifier eq 'lost:${names}'`)]).toEqual([200, 1])
  })

  it('is told so, too, when a part of it was done before DynamoDB took no more', async () => {
    const { path } = await givenEvent()
    dynamodb.troubles(first(4, 'throttled', requests('TransactWriteItems', 'attendance#')))
    const body = { person: { email_addresses: [{ address: `partly-${++names}@example.org` }] } }
    expect(codeOf(await post(`${path}/attendances`, body))).toEqual([503, 'unknown_outcome'])
    expect((await post(`${path}/attendances`, body)).status).toBe(200)
    expect((await get(path)).body.total_accepted).toBe(1)
  })
})

describe('a PUT with If-Match', () => {
  const tagOf = (reply: Reply) => ({ headers: { 'If-Match': reply.headers['etag'] as string } })

  it.each(ambiguous)('that was applied is answered with what it wrote, after a %s', async (trouble) => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    dynamodb.troubles(first(1, trouble, requests('UpdateItem', '"event#')))
    const reply = await put(path, { title: 'Changed' }, tag)
    expect([reply.status, reply.body?.title]).toEqual([200, 'Changed'])
    const { headers, body } = await get(path)
    expect([headers['etag'], body.modified_date]).toEqual([expect.stringMatching(/^"2-/), reply.body.modified_date])
  })

  it.each(ambiguous)('of a person and of a campaign, too, after a %s', async (trouble) => {
    const sent = { person: { email_addresses: [{ address: `tag-${++names}@example.org` }] } }
    const person = await post('/api/v2/people', sent)
    const campaign = await post('/api/v2/event_campaigns', { title: 'C', origin_system: 'T' })
    for (const [path, change] of [
      [`/api/v2/people/${idOf(person)}`, { given_name: 'Ada' }],
      [`/api/v2/event_campaigns/${idOf(campaign)}`, { title: 'D' }],
    ] as const) {
      const tag = tagOf(await get(path))
      dynamodb.troubles(first(1, trouble, requests('UpdateItem')))
      const reply = await put(path, change, tag)
      expect([reply.status, reply.body]).toEqual([200, expect.objectContaining(change)])
    }
  })

  it('is refused when another change was faster, though an answer was lost', async () => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    const mine = requests('UpdateItem', 'Mine')
    let meetings = 0
    dynamodb.troubles(async (passing) => {
      if (!mine(passing) || ++meetings > 1) return undefined
      await put(path, { title: 'Theirs' })
      return 'lost request'
    })
    expect(codeOf(await put(path, { title: 'Mine' }, tag))).toEqual([412, 'precondition_failed'])
    expect([meetings, (await get(path)).body.title]).toEqual([2, 'Theirs'])
  })

  it('that claims an identifier is answered with what it wrote, though its repetition met a conflict', async () => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    const identifier = `lost:${++names}`
    const troubles = ['lost answer', 'conflict', 'conflict'] as const
    dynamodb.troubles(inOrder([...troubles], requests('TransactWriteItems', identifier)))
    const reply = await put(path, { identifiers: [identifier] }, tag)
    expect([reply.status, reply.body.identifiers]).toEqual([200, expect.arrayContaining([identifier])])
    expect((await get(path)).headers['etag']).toMatch(/^"2-/)
  })

  it('that never reached DynamoDB is done once after a conflict', async () => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    const identifier = `lost:${++names}`
    dynamodb.troubles(inOrder(['lost request', 'conflict'], requests('TransactWriteItems', identifier)))
    expect((await put(path, { identifiers: [identifier] }, tag)).status).toBe(200)
    expect((await get(path)).headers['etag']).toMatch(/^"2-/)
  })

  it('is told that it is not known when conflicts never end after a lost answer', async () => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    const identifier = `lost:${++names}`
    const isMine = requests('TransactWriteItems', identifier)
    const lost = first(1, 'lost answer', isMine)
    dynamodb.troubles((passing) => lost(passing) ?? (isMine(passing) ? 'conflict' : undefined))
    expect(codeOf(await put(path, { identifiers: [identifier] }, tag))).toEqual([503, 'unknown_outcome'])
    expect((await get(path)).headers['etag']).toMatch(/^"2-/)
  })

  it.each(ambiguous)(
    'that was applied before a conflict is answered with what it wrote, after a %s',
    async (trouble) => {
      const { path } = await givenEvent()
      const tag = tagOf(await get(path))
      dynamodb.troubles(inOrder([trouble, 'conflict'], requests('UpdateItem', '"event#')))
      expect((await put(path, { title: 'Changed' }, tag)).status).toBe(200)
      expect((await get(path)).headers['etag']).toMatch(/^"2-/)
    },
  )

  it('is told that it is not known when the resource was changed again since', async () => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    const mine = requests('UpdateItem', 'Mine')
    let meetings = 0
    dynamodb.troubles(async (passing) => {
      if (!mine(passing)) return undefined
      if (++meetings === 1) return 'lost answer'
      await put(path, { title: 'Theirs' })
      return undefined
    })
    expect(codeOf(await put(path, { title: 'Mine' }, tag))).toEqual([503, 'unknown_outcome'])
    expect([meetings, (await get(path)).body.title]).toEqual([2, 'Theirs'])
  })

  it('is told that it is not known when no attempt is answered', async () => {
    const { path } = await givenEvent()
    const tag = tagOf(await get(path))
    dynamodb.troubles(first(4, 'lost answer', requests('UpdateItem', '"event#')))
    expect(codeOf(await put(path, { title: 'Changed' }, tag))).toEqual([503, 'unknown_outcome'])
    expect((await get(path)).body.title).toBe('Changed')
  })
})

describe('an event with identifiers', () => {
  it('does not meet itself, though its first attempt was applied and its second met a conflict', async () => {
    const before = await totalOf('/api/v2/events')
    const body = anEvent({ identifiers: [`lost:${++names}`] })
    dynamodb.troubles(inOrder(['lost answer', 'conflict'], requests('TransactWriteItems', `lost:${names}`)))
    const reply = await post('/api/v2/events', body)
    expect([reply.status, await totalOf('/api/v2/events')]).toEqual([200, before + 1])
    expect(reply.body.created_date).toBe(reply.body.modified_date)
  })
})

describe('a seat', () => {
  const rsvp = (path: string, name: string) =>
    post(`${path}/attendances`, { person: { email_addresses: [{ address: `${name}@example.org` }] } })

  it.each(ambiguous)('is taken once by an RSVP, after a %s', async (trouble) => {
    const { path } = await givenInterfaceEvent({ capacity: 2 })
    dynamodb.troubles(first(1, trouble, requests('TransactWriteItems', 'seats#')))
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(200)
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(200)
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(409)
    expect((await get(path)).body.total_accepted).toBe(2)
  })

  it.each(ambiguous)('is taken once, though the repetition met a conflict after a %s', async (trouble) => {
    const { path } = await givenInterfaceEvent({ capacity: 2 })
    dynamodb.troubles(inOrder([trouble, 'conflict'], requests('TransactWriteItems', 'seats#')))
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(200)
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(200)
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(409)
  })

  it('that was taken by an RSVP without an answer is that of its repetition', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 1 })
    const name = `seat-${++names}`
    const troubles = ['lost answer', 'throttled', 'throttled', 'throttled'] as const
    dynamodb.troubles(inOrder([...troubles], requests('TransactWriteItems', 'seats#')))
    expect(codeOf(await rsvp(path, name))).toEqual([503, 'unknown_outcome'])
    expect((await rsvp(path, name)).status).toBe(200)
    expect((await rsvp(path, `seat-${++names}`)).status).toBe(409)
  })
})

it('a read that DynamoDB does not answer is refused as busy, and not as a fault', async () => {
  const { path } = await givenEvent()
  dynamodb.troubles(first(4, 'fault after', requests('Query', 'event#')))
  const reply = await get(path)
  expect(codeOf(reply)).toEqual([503, 'busy'])
  expect(reply.headers['retry-after']).toBe('1')
  expect((await get(path, { key: demo.other_group.key })).status).toBe(404)
})
