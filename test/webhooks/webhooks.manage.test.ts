import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { startConsumers } from '../../local/stream/consumers.js'
import { type QueueServer, openQueueServer } from '../../local/stream/queues.js'
import type { StreamPoller } from '../../local/stream/stream-poller.js'
import { type Browser, signedInAs } from '../support/clients/organizer.js'
import { type Receiver, startReceiver } from '../support/given/receiver.js'
import { UNKNOWN_ID, address, demo, get, givenEvent, load, post, send, useEnvironment } from '../support/service.js'
import { startStream } from '../support/engine/tables.js'

const { group, other_group: other } = demo
const base = `/manage/${group.id}/webhooks`
const WAIT = { timeout: 60_000, interval: 50 }

let queueServer: QueueServer
let consumers: StreamPoller
let receiver: Receiver
let creator: Browser

beforeAll(async () => {
  queueServer = await openQueueServer()
  useEnvironment({ QUEUES_URL: queueServer.url, WEBHOOK_ALLOW_PRIVATE: 'on', WEBHOOK_SCHEDULE: '60' })
  consumers = startConsumers(await startStream(address), { load }, { queueServer, schedules: [] })
})
afterAll(async () => {
  await consumers.stop()
  await queueServer.close()
})
beforeEach(async () => {
  receiver = await startReceiver()
  creator = await signedInAs(group.creator)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { href } of (await get('/api/v2/webhooks?per_page=100')).body._links['service:webhooks'])
    await send('DELETE', new URL(href).pathname)
  await receiver.close()
})

/** The fields of a form, as a page has them. */
const form = (fields: Record<string, string> = {}) => ({
  url: receiver.url,
  description: 'Mirror',
  '*': 'on',
  format: 'standard',
  max_per_second: '50',
  batch_size: '1',
  ...fields,
})

/** Makes a webhook by the form. @returns its id, and its secret */
async function created(fields: Record<string, string> = {}) {
  const { status, html } = await creator.send(`${base}/new`, form(fields))
  expect(status, html).toBe(200)
  const [, secret = ''] = /<pre[^>]*>(whsec_[^<]+)<\/pre>/.exec(html) ?? []
  const [, id = ''] = /webhooks\/([0-9a-f-]{36})"/.exec(html) ?? []
  return { id, secret, path: `${base}/${id}` }
}

const apiOf = async (id: string) => (await get(`/api/v2/webhooks/${id}`)).body
const typesReceived = () => receiver.received.map(({ body }) => body.type)

describe('a webhook', () => {
  it('is made by a form, shows its secret once, and sends messages that the secret signs', async () => {
    const { id, secret, path } = await created()
    expect(await apiOf(id)).toMatchObject({ types: ['*'], description: 'Mirror', url: receiver.url })
    for (const page of [base, path, `${path}/edit`]) expect((await creator.open(page)).html).not.toContain(secret)
    expect((await creator.send(`${path}/test`)).status).toBe(303)
    await vi.waitFor(() => expect(typesReceived()).toEqual(['webhook.test']), WAIT)
    const [{ text, headers } = { text: '', headers: {} }] = receiver.received
    expect(() => new Webhook(secret).verify(text, headers as Record<string, string>)).not.toThrow()
    await vi.waitFor(async () => {
      const { html } = await creator.open(path)
      expect(html).toContain('Delivered (204)')
      expect(html).toMatch(/>On</)
    }, WAIT)
    expect((await creator.open(base)).html).toContain('Mirror')
    expect((await creator.open(`/manage/${group.id}/log`)).html).toContain('Created a webhook')
  })

  it('is edited: the types, the restriction, and what an empty field clears', async () => {
    const { id, path } = await created()
    const { id: event } = await givenEvent({ title: 'Watched' })
    await post(`/api/v2/events/${event}/attendances`, {
      person: { email_addresses: [{ address: 'watch@webhooks.example.org' }] },
    })
    expect((await creator.open(`${path}/edit`)).html).toContain(`value="event:${event}"`)
    const edited = form({
      '*': '',
      'attendance.created': 'on',
      'event.changed': 'on',
      description: '',
      batch_size: '7',
      restriction: `event:${event}`,
    })
    expect((await creator.send(`${path}/edit`, edited)).status).toBe(303)
    const restricted = await apiOf(id)
    expect(restricted).toMatchObject({ types: ['attendance.created', 'event.changed'], batch_size: 7 })
    expect(restricted.event).toMatch(new RegExp(`${event}$`))
    expect(restricted).not.toHaveProperty('description')
    const { html } = await creator.open(`${path}/edit`)
    expect(html).toMatch(new RegExp(`value="event:${event}" selected`))
    expect(html).toMatch(/name="attendance.created"[^>]*checked/)
    expect(html).not.toMatch(/name="\*"[^>]*checked/)
    expect((await creator.send(`${path}/edit`, form({ url: '' }))).status).toBe(303)
    expect(await apiOf(id)).not.toHaveProperty('event')
    expect((await creator.open(path)).html).toContain('fetches the messages from the API')
  })

  it.each([
    ['url', { url: 'ftp://example.org' }],
    ['url', { url: 'https://user:password@example.org/' }],
    ['types', { '*': '' }],
    ['types', { '*': '', 'person.created': 'on', restriction: `event:%` }],
    ['format', { format: 'action_network' }],
    ['event', { restriction: `event:${UNKNOWN_ID}` }],
    ['event', { restriction: 'x' }],
    ['event', { restriction: UNKNOWN_ID }],
    ['max_per_second', { max_per_second: '0' }],
    ['batch_size', { batch_size: 'many' }],
  ])('keeps what was typed and says beside %s what is wrong with it', async (name, fields: object) => {
    const { id: event } = await givenEvent({ title: 'Ours' })
    const typed = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [field, String(value).replace('%', event)]),
    )
    const { status, html } = await creator.send(`${base}/new`, form({ description: 'Kept', ...typed }))
    expect([status, html.includes('value="Kept"')]).toEqual([400, true])
    expect(html).toContain(`id="${name}-fault"`)
    expect((await get('/api/v2/webhooks')).body.total_records).toBe(0)
  })

  it('cannot be restricted to what is of another group', async () => {
    const { body } = await post(
      '/api/v2/event_campaigns',
      { title: 'Theirs', origin_system: 'x' },
      {
        key: other.key,
      },
    )
    const their = body.identifiers[0].replace('service:', '')
    const refused = await creator.send(`${base}/new`, form({ restriction: `event_campaign:${their}` }))
    expect([refused.status, refused.html.includes('id="event_campaign-fault"')]).toEqual([400, true])
  })

  it('is disabled, sends nothing then, and is enabled again', async () => {
    const { id, path } = await created()
    expect((await creator.send(`${path}/disable`)).status).toBe(303)
    expect((await apiOf(id)).status).toBe('disabled')
    expect((await creator.open(path)).html).not.toContain(`${path}/test"`)
    expect((await creator.send(`${path}/test`)).status).toBe(409)
    expect((await creator.send(`${path}/redeliver`, { since: '2026-01-01T00:00' })).status).toBe(409)
    expect((await creator.send(`${path}/enable`)).status).toBe(303)
    expect((await apiOf(id)).status).toBe('ok')
  })

  it('gets a new secret, which is shown once and signs from then on', async () => {
    const { id, secret, path } = await created()
    const { html } = await creator.send(`${path}/rotate`)
    const [, rotated = ''] = /<pre[^>]*>(whsec_[^<]+)<\/pre>/.exec(html) ?? []
    expect(rotated).not.toBe(secret)
    await creator.send(`${path}/test`)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT)
    const [{ text, headers } = { text: '', headers: {} }] = receiver.received
    for (const each of [rotated, secret])
      expect(() => new Webhook(each).verify(text, headers as Record<string, string>)).not.toThrow()
    expect((await apiOf(id)).secret).toBeUndefined()
    expect((await creator.open(path)).html).not.toContain(rotated)
  })

  it('is removed after a question', async () => {
    const { id, path } = await created()
    expect((await creator.open(`${path}/remove`)).html).toContain('Remove “Mirror”?')
    expect((await get(`/api/v2/webhooks/${id}`)).status).toBe(200)
    expect((await creator.send(`${path}/remove`)).status).toBe(303)
    expect((await get(`/api/v2/webhooks/${id}`)).status).toBe(404)
    expect((await creator.open(path)).status).toBe(404)
    expect((await creator.open(base)).html).toContain('No webhooks yet')
  })
})

describe('the deliveries of a webhook', () => {
  it('say what failed, and are sent again one by one or all since a time, with the same ids', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    const { path } = await created()
    await creator.send(`${path}/test`)
    await vi.waitFor(async () => expect((await creator.open(path)).html).toContain('Failing'), WAIT)
    const failed = (await creator.open(path)).html
    expect((await creator.open(base)).html).toContain('Failing')
    const [, again = ''] = /action="([^"]+\/deliveries\/\d+\/redeliver)"/.exec(failed) ?? []
    receiver.answer = (response) => response.writeHead(204).end()
    const one = await creator.send(again)
    expect(one.headers['location']).toBe(`${path}?again=1`)
    expect((await creator.open(`${path}?again=1`)).html).toContain('sent again: 1')
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), WAIT)
    const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16)
    expect((await creator.send(`${path}/redeliver`, { since })).headers['location']).toBe(`${path}?again=1`)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), WAIT)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const later = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)
    expect((await creator.send(`${path}/redeliver`, { since: later })).headers['location']).toContain('again=0')
  })

  it('need a time since when they are sent again', async () => {
    const { path } = await created()
    const { status, html } = await creator.send(`${path}/redeliver`, { since: 'yesterday' })
    expect([status, html.includes('id="since-fault"')]).toEqual([400, true])
    expect((await creator.send(`${path}/deliveries/99/redeliver`)).status).toBe(404)
    expect((await creator.send(`${path}/deliveries/x/redeliver`)).status).toBe(404)
  })
})

describe('webhooks', () => {
  it('are for creators and administrators alone, and nothing to another group', async () => {
    const { id, path } = await created()
    const pages = [base, `${base}/new`, path, `${path}/edit`, `${path}/remove`]
    const changes = ['edit', 'enable', 'disable', 'rotate', 'remove', 'test', 'redeliver']
    for (const [person, status] of [
      [group.administrator, 200],
      [group.organizer, 403],
      [group.member, 403],
      [other.creator, 404],
    ] as const) {
      const browser = await signedInAs(person)
      for (const page of pages) expect([page, (await browser.open(page)).status]).toEqual([page, status])
      if (status === 200) continue
      for (const change of [`${base}/new`, ...changes.map((each) => `${path}/${each}`)])
        expect([change, (await browser.send(change, form())).status]).toEqual([change, status])
    }
    const theirs = await signedInAs(other.creator)
    for (const page of ['', '/edit', '/remove'])
      expect((await theirs.open(`/manage/${other.id}/webhooks/${id}${page}`)).status).toBe(404)
    for (const change of changes)
      expect((await theirs.send(`/manage/${other.id}/webhooks/${id}/${change}`, form())).status).toBe(404)
    expect(await apiOf(id)).toMatchObject({ enabled: true, description: 'Mirror' })
  })

  it('ask for a sign-in of the last fifteen minutes before they show a secret or change a receiver', async () => {
    const { id, path } = await created()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    for (const page of [`${base}/new`, `${path}/edit`])
      expect((await creator.open(page)).headers['location']).toBe('/manage/sign-in?again=1')
    for (const change of [`${base}/new`, `${path}/edit`, `${path}/rotate`])
      expect((await creator.send(change, form({ description: 'Late' }))).headers['location']).toContain('again')
    for (const page of [base, path]) expect((await creator.open(page)).status).toBe(200)
    vi.useRealTimers()
    expect((await get('/api/v2/webhooks')).body.total_records).toBe(1)
    expect((await apiOf(id)).description).toBe('Mirror')
  })

  it('are at most twenty', async () => {
    const body = { url: receiver.url, types: ['event.created'] }
    await Promise.all(Array.from({ length: 20 }, () => post('/api/v2/webhooks', body)))
    const { status, html } = await creator.send(`${base}/new`, form())
    expect([status, html.includes('You can’t have more webhooks.')]).toEqual([400, true])
  })
})
