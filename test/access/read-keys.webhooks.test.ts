import { has } from '../support/rooms.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { linkToken, unsubscribeToken } from '../../lib/attendances/links/link-token.js'
import { keyStore } from '../../lib/access/store/key-store.js'
import { allEndpoints } from '../../lib/http/endpoints/endpoints.js'
import { eventually, givenWebhook, pulled } from '../support/given/webhooks.js'
import { demo, get, givenEvent, givenInterfaceEvent, post, send, table } from '../support/service.js'
import { loadKeys } from '../../lib/attendances/links/link-key-store.js'

/*
 * Keys that may only read stand in web pages. All that these keys can see must not write: this follows every document,
 * page and file that its links lead to, and tries to write at each address.
 */

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Stands in the address of a receiver, where who has it may write. */
const HOOK = crypto.randomUUID()

let key: string
let secrets: string[]
let attendance: string
let ofCampaign: string
let answers: Map<string, string>

beforeAll(async () => {
  key = crypto.randomUUID()
  const owner = `group:${demo.group.id}` as const
  await keyStore(table).create(key, { owner, default_creator: demo.group.creator, scope: 'read' }, new Date())
  const webhooks = [
    await givenWebhook(),
    await givenWebhook({ types: ['attendance.created'], format: 'action_network' }),
    await givenWebhook({ types: ['tagging.created'], url: `http://127.0.0.1:9/hook-${HOOK}?token=${HOOK}` }),
  ]
  const event = await givenInterfaceEvent({ title: 'Walked through', max_guests: 2 })
  const hosted = await post(`/api/v2/event_campaigns/${demo.event_campaign.id}/events`, {
    title: 'Of a campaign',
    origin_system: 'Test',
    start_date: '2040-05-04',
  })
  const hostedId = new URL(hosted.body._links.self.href).pathname.split('/').at(-1) as string
  ofCampaign = `/api/v2/event_campaigns/${demo.event_campaign.id}/events/${hostedId}`
  for (const path of [event.path, new URL(hosted.body._links.self.href).pathname, (await givenEvent()).path]) {
    const reply = await post(`${path}/attendances`, {
      person: { email_addresses: [{ address: 'reader@example.org' }], given_name: 'Mona' },
      add_tags: ['Walked'],
    })
    expect(reply.status, reply.text).toBe(200)
    attendance = new URL(reply.body._links.self.href).pathname
  }
  await post('/api/v2/targeting/queries', { title: 'Walkers', include: [`service:${event.id}`] })
  const { body } = await get(attendance)
  const keys = await loadKeys(table)
  const ids = attendance.match(ID) as [string, string]
  secrets = [
    linkToken(keys, { event: ids[0], id: ids[1] }),
    unsubscribeToken(keys, body['service:person_id']),
    ...webhooks.map(({ secret }) => secret as string),
    HOOK,
  ]
  await eventually(async () => expect((await pulled(webhooks[1]?.path as string)).length).toBeGreaterThan(2))
  answers = await follow()
})

/** Every answer that links lead to from the entry points: links of documents, and addresses within texts. */
async function follow(): Promise<Map<string, string>> {
  const met = new Map<string, string>()
  // Nothing links to the attendances of an event of a campaign, but documents name both ids.
  const waiting = ['/api/v1', '/api/v2', '/api/v2/webhooks', `${ofCampaign}/attendances`]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (met.has(path) || met.size > 3_000) continue
    const { text } = await get(path, { key: path.startsWith('/api/') ? key : null })
    met.set(path, text)
    for (const [found] of text.matchAll(/https:\/\/events\.example\.org(\/[^\s"'<>\\)]*)?/g)) {
      const { pathname, search } = new URL(found.replaceAll('&amp;', '&'))
      if (!/^\/(manage|docs|explorer|embed\/\w+\.)/.test(pathname) && !pathname.includes('%7B'))
        waiting.push(pathname + search)
    }
  }
  return met
}

describe('a key that may only read', () => {
  it('reaches every kind of document that an owner has', () => {
    const reached = new Set([...answers.keys()].map((path) => path.split('?')[0]?.replaceAll(ID, '{id}')))
    for (const each of [
      '/api/v1/events/{id}/attendance/{id}',
      '/api/v2/events/{id}/attendances',
      '/api/v2/event_campaigns/{id}/events/{id}/attendances',
      '/api/v2/people/{id}/attendances',
      '/api/v2/people/{id}/taggings',
      '/api/v2/targeting/queries/{id}/people.csv',
      '/api/v2/webhooks/{id}/messages',
      '/api/v2/webhooks/{id}/deliveries',
      ...(has('calendars') ? ['/events/{id}/calendar.ics'] : []),
    ])
      expect([...reached]).toContain(each)
  })

  it.runIf(has('pages'))('sees no link, token or secret by which a person writes', () => {
    const withToken = allEndpoints
      .flatMap(({ route, also = [] }) => [route, ...also])
      .map((route) => /^\w+ (\/\w+\/)\{(token|reader|host)\}/.exec(route)?.[1])
      .filter((prefix) => prefix !== undefined)
    expect(withToken.length).toBeGreaterThan(5)
    for (const [path, text] of answers) {
      for (const secret of secrets) expect(text.includes(secret), `a secret at ${path}`).toBe(false)
      for (const prefix of withToken) expect(path.startsWith(prefix), path).toBe(false)
    }
  })

  it('sees of the address of a receiver where it is, as a key for RSVPs does', async () => {
    const rsvp = crypto.randomUUID()
    const owner = `group:${demo.group.id}` as const
    await keyStore(table).create(rsvp, { owner, default_creator: demo.group.creator, scope: 'rsvp' }, new Date())
    for (const [each, url] of [
      [key, 'http://127.0.0.1:9'],
      [rsvp, 'http://127.0.0.1:9'],
      [demo.group.key, `http://127.0.0.1:9/hook-${HOOK}?token=${HOOK}`],
    ] as const) {
      const [newest] = (await get('/api/v2/webhooks', { key: each })).body._embedded['service:webhooks']
      const { body } = await get(new URL(newest._links.self.href).pathname, { key: each })
      expect([newest.url, body.url]).toEqual([url, url])
    }
  })

  it('writes at none of the addresses that it sees', async () => {
    const state = async () => JSON.stringify((await get(attendance)).body)
    const before = await state()
    for (const path of answers.keys())
      if (path.startsWith('/api/'))
        for (const method of ['POST', 'PUT', 'DELETE'])
          expect([403, 404, 405], `${method} ${path}`).toContain(
            (await send(method, path, method === 'DELETE' ? undefined : {}, { key })).status,
          )
      else await post(path, 'action=decline', { key: null, headers: FORM })
    expect(await state()).toBe(before)
  })

  it.runIf(has('pages'))('does not hide the link from keys that write', async () => {
    expect(JSON.stringify((await get(attendance)).body)).toContain(secrets[0])
  })
})
