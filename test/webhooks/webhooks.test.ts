import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../support/given/receiver.js'
import { withIdsFrom } from '../../lib/fields/identifier.js'
import { partOf } from '../../lib/runtime/service.js'
import { app } from '../../lib/table/app.js'
import { recordWebhook } from '../../lib/webhooks/record-webhook.js'
import {
  PUBLIC_URL,
  type Reply,
  UNKNOWN_ID,
  demo,
  get,
  givenEvent,
  idOf,
  post,
  put,
  send,
  service,
} from '../support/service.js'
import { eventually, givenWebhook, messagesOf, pulled } from '../support/given/webhooks.js'

let receiver: Receiver

beforeEach(async () => void (receiver = await startReceiver()))
afterEach(async () => {
  for (const { href } of (await get('/api/v2/webhooks?per_page=100')).body._links['service:webhooks'])
    await send('DELETE', new URL(href).pathname)
  await receiver.close()
})

/** Creates a webhook that is sent to the receiver. */
const givenSent = (fields: object = {}) => givenWebhook({ url: receiver.url, ...fields })

const signup = (n: number) => ({
  person: { email_addresses: [{ address: `p${n}-${Math.random()}@example.org` }] },
})
const typesReceived = () => receiver.received.map(({ body }) => body.type).sort()
describe('a webhook', () => {
  it('is shown as it was made, and its secret once', async () => {
    const webhook = await givenSent({
      types: ['event.created'],
      description: 'Mirror',
      url: 'https://example.org/x',
    })
    expect(webhook).toMatchObject({
      url: 'https://example.org/x',
      types: ['event.created'],
      format: 'standard',
      max_per_second: 50,
      batch_size: 1,
      enabled: true,
      description: 'Mirror',
      status: 'ok',
    })
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { secret: _, path, ...unsigned } = webhook
    expect((await get(path)).body).toEqual(unsigned)
    const list = (await get('/api/v2/webhooks')).body
    expect(list).toMatchObject({
      total_records: 1,
      _embedded: { 'service:webhooks': [{ description: 'Mirror' }] },
    })
    expect((await get('/api/v2')).body._links['service:webhooks'].href).toBe(`${PUBLIC_URL}/api/v2/webhooks`)
  })

  it('is found again by an Idempotency-Key, without the secret, which stands in no stored answer', async () => {
    const sent = { types: ['event.created'], url: receiver.url }
    const named = { headers: { 'Idempotency-Key': randomUUID() } }
    const [made, again] = [await post('/api/v2/webhooks', sent, named), await post('/api/v2/webhooks', sent, named)]
    const { secret, ...unsigned } = made.body
    expect(secret).toMatch(/^whsec_/)
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', unsigned])
    expect(again.headers['etag']).toBe((await get(new URL(made.body._links.self.href).pathname)).headers['etag'])
  })

  it('is made once by a repetition after a crash, with the secret that signs', async () => {
    const draft = { types: ['event.created' as const], url: receiver.url }
    const record = () =>
      withIdsFrom('a crash', () => recordWebhook(partOf(service, app), `group:${demo.group.id}`, draft))
    const [made, again] = [await record(), await record()]
    expect([again.webhook.id, again.secret]).toEqual([made.webhook.id, made.secret])
    expect((await get('/api/v2/webhooks')).body.total_records).toBe(1)
  })

  it('has a tag in every answer, with which it is changed if nobody else has changed it', async () => {
    const made = await post('/api/v2/webhooks', { types: ['event.created'], url: receiver.url })
    const path = new URL(made.body._links.self.href).pathname
    const tagged = expect.stringMatching(/^"\d+-[\w-]{43}"$/)
    expect([made.status, made.headers['etag']]).toEqual([200, tagged])
    const change = (match: string | undefined, description: string) =>
      put(path, { description }, { headers: { 'If-Match': match as string } })
    const first = await change(made.headers['etag'], 'One')
    const read = await get(path)
    expect([first.status, first.headers['etag']]).toEqual([200, read.headers['etag']])
    expect((await change(made.headers['etag'], 'Late')).status).toBe(412)
    expect((await get(path, { headers: { 'If-None-Match': read.headers['etag'] as string } })).status).toBe(304)
    expect((await change(read.headers['etag'], 'Two')).body.description).toBe('Two')
    expect((await get(path, { headers: { 'If-None-Match': read.headers['etag'] as string } })).status).toBe(200)
  })

  it('is changed, disabled and deleted; another owner has none of it', async () => {
    const { path } = await givenSent()
    const changed = await put(path, {
      types: ['person.created'],
      max_per_second: 5,
      description: null,
      nonsense: 1,
    })
    expect(changed.body).toMatchObject({ types: ['person.created'], max_per_second: 5 })
    expect(changed.headers['osdi-ignored']).toBe('nonsense')
    expect(changed.body.secret).toBeUndefined()
    expect((await put(path, { enabled: false })).body.status).toBe('disabled')
    expect((await post(`${path}/test`, {})).status).toBe(409)
    const other = { key: demo.other_group.key }
    for (const reply of [
      await get(path, other),
      await put(path, {}, other),
      await send('DELETE', path, undefined, other),
    ])
      expect(reply.status).toBe(404)
    const gone = await send('DELETE', path)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect([(await get(path)).status, (await send('DELETE', path)).status]).toEqual([404, 404])
    expect((await get(`${path}/messages`)).status).toBe(404)
  })

  it.each([
    [{ types: [] }, 'types'],
    [{ types: undefined }, 'types'],
    [{ types: ['event.deleted'] }, 'types[0]'],
    [{ url: 'example.org' }, 'url'],
    [{ url: 'ftp://example.org' }, 'url'],
    [{ url: 'https://user:secret@example.org/' }, 'url'],
    [{ format: 'action_network', types: ['*'] }, 'format'],
    [{ format: 'action_network', types: ['person.created'] }, 'format'],
    [{ max_per_second: 0 }, 'max_per_second'],
    [{ batch_size: 101 }, 'batch_size'],
    [{ event: `${PUBLIC_URL}/api/v2/events/${UNKNOWN_ID}` }, 'event'],
    [{ event: 'https://elsewhere.example/api/v2/events/1' }, 'event'],
  ])('is refused as %j', async (fields, property) => {
    const reply = await post('/api/v2/webhooks', { url: 'https://example.org', types: ['*'], ...fields })
    expect(reply.status, reply.text).toBe(400)
    const faults = reply.body['osdi:error'].resource_status[0].error_descriptions
    expect(faults.flatMap(({ properties }: any) => properties)).toContain(property)
  })

  it('is one of at most twenty, also of those that are created at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => post('/api/v2/webhooks', { types: ['person.erased'] })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, text }) => `${status} ${text.includes('too_many_webhooks')}`))).toEqual(
      new Set(['400 true']),
    )
    const [first] = replies.filter(({ status }) => status === 200)
    await send('DELETE', `/api/v2/webhooks/${idOf(first as Reply)}`)
    expect((await post('/api/v2/webhooks', { types: ['person.erased'] })).status).toBe(200)
  })

  it('is refused with types that its restriction leaves out', async () => {
    const event = await givenEvent()
    const restricted = (fields: object) => post('/api/v2/webhooks', { event: event._links.self.href, ...fields })
    expect((await restricted({ types: ['person.created'] })).status).toBe(400)
    const both = {
      types: ['*'],
      event_campaign: `${PUBLIC_URL}/api/v2/event_campaigns/${demo.event_campaign.id}`,
    }
    expect((await restricted(both)).status).toBe(400)
    expect((await restricted({ types: ['*'] })).status).toBe(200)
  })
})

describe('messages', () => {
  it('come signed as the published library verifies, with what GET answers', async () => {
    const webhook = await givenSent({ types: ['event.created'] })
    const event = await givenEvent({ title: 'Rally' })
    // The stream may tell of an event that was made just before the webhook.
    const isOfEvent = ({ data }: any) => data.title === 'Rally'
    const received = () => receiver.received.filter(({ body }) => isOfEvent(body))
    await eventually(() => expect(received()).toHaveLength(1))
    const [{ text, headers }] = received() as [any]
    const verified = new Webhook(webhook.secret).verify(text, headers) as any
    expect(verified).toEqual({
      type: 'event.created',
      timestamp: expect.any(String),
      data: expect.any(Object),
    })
    expect(verified.data).toEqual((await get(event.path)).body)
    expect(() => new Webhook(webhook.secret).verify(`${text} `, headers)).toThrow()
    const { messages } = await messagesOf(webhook.path)
    expect(messages.filter(isOfEvent)).toEqual([{ id: headers['webhook-id'], ...verified }])
    await eventually(async () => {
      const { _embedded } = (await get(`${webhook.path}/deliveries`)).body
      const delivery = { message: headers['webhook-id'], type: 'event.created', attempt: 1, status_code: 204 }
      expect(_embedded['service:deliveries']).toContainEqual(expect.objectContaining(delivery))
    })
    await eventually(async () =>
      expect((await get(webhook.path)).body).toMatchObject({ status: 'ok', last_delivery_date: expect.any(String) }),
    )
  })

  it('tell of everything that changes, each once, and of no more', async () => {
    const { path } = await givenSent({ url: undefined })
    const event = await givenEvent()
    await put(event.path, { title: 'Other' })
    const tag = await post('/api/v2/tags', { name: `Tag ${Math.random()}` })
    const body = { ...signup(1), add_tags: [tag.body.name] }
    const attendance = await post(`${event.path}/attendances`, body)
    await post(`${event.path}/attendances`, body)
    const own = new URL(attendance.body._links.self.href).pathname
    await put(own, { status: 'declined' })
    // The tagging is gone before its message is made.
    await post(`${event.path}/attendances`, { ...body, add_tags: [], remove_tags: [tag.body.name] })
    const types = async () => (await pulled(path)).map(({ type }) => type)
    await eventually(async () =>
      expect((await types()).sort()).toEqual([
        'attendance.changed',
        'attendance.changed',
        'attendance.created',
        'event.changed',
        'event.created',
        'person.created',
        'tagging.created',
        'tagging.deleted',
      ]),
    )
    const messages = await pulled(path)
    const deleted = messages.find(({ type }) => type === 'tagging.deleted')
    expect(Object.keys(deleted.data).sort()).toEqual(['_links', 'identifiers'])
    const changed = messages.filter(({ type }) => type === 'attendance.changed')
    expect(changed.map(({ data }) => data)).toContainEqual((await get(own)).body)
  })

  it('are of one event where it restricts the webhook', async () => {
    const [one, other] = [await givenEvent(), await givenEvent()]
    const { path } = await givenSent({ url: undefined, event: one._links.self.href })
    await post(`${other.path}/attendances`, signup(1))
    await put(other.path, { title: 'Not heard' })
    await post(`${one.path}/attendances`, signup(2))
    await put(one.path, { title: 'Heard' })
    // The message of the new event may still be on its way when the webhook is made.
    const heard = async () => (await pulled(path)).filter(({ type }) => type !== 'event.created')
    await eventually(async () =>
      expect((await heard()).map(({ type }) => type).sort()).toEqual(['attendance.created', 'event.changed']),
    )
    expect(JSON.stringify(await pulled(path))).not.toContain(other.id)
  })

  it('keep what a PUT cannot change, which it names, and take the rest', async () => {
    const { path } = await givenSent({ types: ['event.created'] })
    for (const url of ['ftp://example.org', 'not an address']) {
      const { status, headers, body } = await put(path, { types: [], url, description: url })
      expect(status).toBe(200)
      expect(headers['osdi-ignored']?.split(', ').sort()).toEqual(['types', 'url'])
      expect(body).toMatchObject({ types: ['event.created'], url: receiver.url, description: url })
    }
  })

  it('are pulled from any of them on, and end at now', async () => {
    const { path } = await givenSent({ url: undefined, types: ['event.created'] })
    expect(await messagesOf(path)).toEqual({ messages: [], next: null, has_more: false })
    for (let i = 0; i < 5; i++) await givenEvent()
    await eventually(async () => expect(await pulled(path)).toHaveLength(5))
    const all = await pulled(path)
    const first = await messagesOf(path, '?limit=2')
    expect(first).toEqual({ messages: all.slice(0, 2), next: all[1].id, has_more: true })
    const rest = await messagesOf(path, `?after=${first.next}&limit=100`)
    expect(rest).toEqual({ messages: all.slice(2), next: all[4].id, has_more: false })
    expect((await get(`${path}/messages?after=msg_unknown`)).status).toBe(400)
  })

  it('are sent again with the same id until they are taken, and hold up no other', async () => {
    const webhook = await givenSent({ types: ['event.created'] })
    const well = await startReceiver()
    await givenSent({ types: ['event.created'], url: well.url })
    const answers = [503, 503, 200]
    receiver.answer = (response) => response.writeHead(answers.shift() ?? 200).end('ok')
    await givenEvent()
    await eventually(() => expect(receiver.received).toHaveLength(3))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await eventually(() => expect(well.received).toHaveLength(1))
    await eventually(async () => {
      const { _embedded } = (await get(`${webhook.path}/deliveries`)).body
      expect(_embedded['service:deliveries']).toMatchObject([
        { attempt: 3, status_code: 200 },
        { attempt: 2, status_code: 503, error: 'The receiver answered 503' },
        { attempt: 1, status_code: 503 },
      ])
    })
    expect((await get(webhook.path)).body.status).toBe('ok')
    await well.close()
  })

  it('are not taken by a receiver that redirects, resets, lies or says too much, which disables it', async () => {
    const bad: [(response: any) => void, number | undefined][] = [
      [(response) => response.writeHead(302, { location: receiver.url }).end(), 302],
      [(response) => response.socket.resetAndDestroy(), undefined],
      [
        (response) => {
          response.writeHead(200, { 'content-length': '100' })
          response.write('short')
          setTimeout(() => response.socket.destroy(), 20)
        },
        200,
      ],
      [(response) => response.writeHead(200).end('x'.repeat(70_000)), 200],
    ]
    const all = await Promise.all(
      bad.map(async ([answer, status]) => {
        const own = await startReceiver()
        own.answer = answer
        return { own, expected: status, ...(await givenWebhook({ types: ['event.created'], url: own.url })) }
      }),
    )
    await givenEvent()
    for (const { own, expected, path } of all) {
      await eventually(async () => expect((await get(path)).body.status).toBe('disabled'))
      expect(own.received).toHaveLength(3)
      const [last] = (await get(`${path}/deliveries`)).body._embedded['service:deliveries']
      expect(last.status_code).toBe(expected)
      expect((await get(path)).body.last_error).toContain('All attempts')
      own.answer = (response: any) => response.writeHead(200).end()
    }
    expect(receiver.received).toEqual([])
    const enabled = await Promise.all(all.map(({ path }) => put(path, { enabled: true })))
    for (const { body } of enabled) expect(body.status).not.toBe('disabled')
    await givenEvent()
    for (const { own } of all) {
      await eventually(() => expect(own.received).toHaveLength(4))
      await own.close()
    }
  })

  it('end with 410', async () => {
    receiver.answer = (response) => response.writeHead(410).end()
    const webhook = await givenSent({ types: ['event.created'] })
    await givenEvent()
    await eventually(async () => expect((await get(webhook.path)).body.status).toBe('disabled'))
    expect(receiver.received).toHaveLength(1)
    await givenEvent()
    expect((await post(`${webhook.path}/redeliver`, { since: '2026-01-01' })).status).toBe(409)
  })

  it('come in batches, and in the form of Action Network', async () => {
    await givenSent({ types: ['event.created'], batch_size: 100 })
    const events = await Promise.all([givenEvent(), givenEvent(), givenEvent()])
    const isMade = (href: string) => events.some(({ path }) => href.endsWith(path))
    const ids = () =>
      receiver.received.flatMap(({ body }) => {
        expect(body.type).toBe('batch')
        return body.data
          .filter(({ data }: any) => isMade(data._links.self.href))
          .map(({ id, type }: any) => `${type} ${id}`)
      })
    await eventually(() => expect(new Set(ids()).size).toBe(3))

    const classic = await startReceiver()
    await givenSent({ types: ['attendance.created'], url: classic.url, format: 'action_network' })
    const event = await givenEvent()
    const sent = signup(3)
    await post(`${event.path}/attendances`, sent)
    await eventually(() => expect(classic.received).toHaveLength(1))
    expect(classic.received[0]?.body).toEqual([
      {
        'osdi:attendance': expect.objectContaining({
          status: 'accepted',
          add_tags: [],
          person: expect.objectContaining({
            email_addresses: [expect.objectContaining(sent.person.email_addresses[0])],
          }),
        }),
        'service:sponsor': expect.objectContaining({ title: expect.any(String) }),
        idempotency_key: classic.received[0]?.headers['webhook-id'],
      },
    ])
    await classic.close()
  })

  it('are sent again when asked for, and a test message when asked for', async () => {
    const webhook = await givenSent({ types: ['event.created'] })
    await givenEvent()
    expect((await post(`${webhook.path}/test`, {})).body).toEqual({ messages: 1 })
    await eventually(() => expect(typesReceived()).toEqual(['event.created', 'webhook.test']))
    const deliveries = async () =>
      (await get(`${webhook.path}/deliveries`)).body._embedded['service:deliveries'] as any[]
    await eventually(async () => expect(await deliveries()).toHaveLength(2))
    const [again] = await deliveries()
    await post(`${webhook.path}/deliveries/${again.id}/redeliver`, {})
    await eventually(() => expect(receiver.received).toHaveLength(3))
    expect(receiver.received[2]?.headers['webhook-id']).toBe(again.message)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    expect((await post(`${webhook.path}/redeliver`, { since })).body).toEqual({ messages: 2 })
    await eventually(() => expect(receiver.received).toHaveLength(5))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect((await post(`${webhook.path}/deliveries/999/redeliver`, {})).status).toBe(404)
    expect((await post(`${webhook.path}/redeliver`, {})).status).toBe(400)
  })

  it('are signed by both secrets after a rotation', async () => {
    const webhook = await givenSent({ types: ['event.created'] })
    const { secret } = (await put(webhook.path, { rotate_secret: true })).body
    expect(secret).not.toBe(webhook.secret)
    await givenEvent()
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [{ text, headers }] = receiver.received as [any]
    for (const each of [secret, webhook.secret]) expect(new Webhook(each).verify(text, headers)).toBeTruthy()
  })
})
