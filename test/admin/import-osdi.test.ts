import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Owner } from '../../lib/domain/principal.js'
import { attendanceStore } from '../../lib/dynamodb/stores/attendance-store.js'
import { eventStore } from '../../lib/dynamodb/stores/event-store.js'
import { personStore } from '../../lib/dynamodb/stores/person-store.js'
import { openTable } from '../../lib/dynamodb/table.js'
import { seedDemo } from '../../local/demo.js'
import { demo, gateway, get, givenEvent, assignPending, post, put } from '../support/service.js'
import { runScript } from '../support/children.js'
import { sized, timeFor } from '../support/size.js'
import { freshTable } from '../support/tables.js'
import { adminOf } from './admin.js'

const PEOPLE = sized(130, 100_000)
const EVENTS = sized(12, 1_000)

/** A service behind a socket. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2` }
}

/** A target of its own, with the demo's groups in it. */
async function freshTarget() {
  const address = await freshTable()
  const seeded = await seedDemo(address)
  const source = {
    TABLE_NAME: address.tableName,
    DYNAMODB_ENDPOINT: address.endpoint,
    PUBLIC_URL: 'https://new.example.org',
  }
  const owner: Owner = `group:${seeded.other_group.id}`
  const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
  const all = async (list: (page: { page: number; per_page: number }) => Promise<{ members: any[] }>) => {
    const found: any[] = []
    for (let page = 1; ; page++) {
      const { members } = await list({ page, per_page: 100 })
      found.push(...members)
      if (members.length < 100) return found
    }
  }
  return {
    source,
    group: seeded.other_group.id,
    admin: adminOf(source),
    people: () => all((page) => personStore(table).list(owner, page)),
    events: () => all((page) => eventStore(table).list(owner, page)),
    attendancesOf: (event: string) => all((page) => attendanceStore(table).listOfEvent(event, page)),
  }
}

let folder: string
const servers: Server[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'osdi-'))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(folder, { recursive: true })
})

describe('import osdi from this very service', () => {
  let base: string
  /** How many requests are answered before the key is refused. */
  let left = Infinity
  const argumentsFor = (group: string, file: string) => [
    ...['import', 'osdi', '--from', base, '--key', demo.group.key, '--group', group],
    ...['--rate', '1000', '--progress-file', join(folder, file), '--json'],
  ]

  beforeAll(async () => {
    const { server, base: at } = await listen(async (request, response) => {
      if (left-- <= 0) return response.writeHead(403).end('{"error": "API Key invalid or not present"}')
      const headers = Object.entries(request.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      )
      const answer = await gateway.handle({
        method: request.method as string,
        path: request.url as string,
        headers,
      })
      return response.writeHead(answer.status, answer.headers).end(answer.body)
    })
    servers.push(server)
    base = at
    await post('/api/v2/tags', { name: 'Mover' })
    for (let from = 0; from < PEOPLE; from += 500) {
      const rows = Array.from({ length: Math.min(500, PEOPLE - from) }, (_, i) => ({
        person: {
          given_name: `Person ${from + i}`,
          identifiers: [`crm:${from + i}`],
          email_addresses: [
            { address: `p${from + i}@example.org`, ...(i % 7 === 0 && { status: 'unsubscribed' }) },
          ],
          ...(i % 3 === 0 && { phone_numbers: [{ number: `1202${String(5_550_000 + from + i)}` }] }),
        },
        ...(i % 10 === 0 && { add_tags: ['Mover'] }),
      }))
      await post('/api/v2/people/bulk', { rows })
    }
    for (let i = 0; i < EVENTS; i++) {
      const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}/events`
      const { body } = await post(i % 3 === 0 ? campaign : '/api/v2/events', {
        ...{ title: `Event ${i}`, origin_system: 'Mover', identifiers: [`crm:event-${i}`] },
        ...{
          start_date: `2026-12-0${(i % 9) + 1}T18:00`,
          location: { postal_code: '20009', venue: `Hall ${i}` },
        },
      })
      const path = new URL(body._links.self.href).pathname
      const rows = Array.from({ length: 5 }, (_, n) => ({
        person: { email_addresses: [{ address: `p${(i * 5 + n) % PEOPLE}@example.org` }] },
      }))
      const { body: recorded } = await post(`${path}/attendances/bulk`, { rows })
      if (i % 4 === 0) await put(new URL(recorded.rows[0]._links.self.href).pathname, { status: 'declined' })
    }
    await assignPending()
  }, timeFor(120_000))

  it(
    'is complete and equal after it was stopped and killed, and adds nothing when it is repeated',
    async () => {
      const target = await freshTarget()
      const args = argumentsFor(target.group, 'killed.json')
      left = 6
      const stopped = await target.admin(...args)
      expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining('403: API Key invalid')])
      left = Infinity
      await killed(args, target.source)
      const { json, code, err } = await target.admin(...args)
      expect([err, code, json.agree, json.refusals]).toEqual(['', 0, true, []])
      expect(json.counts).toMatchObject({
        people: { here: json.counts.people.there },
        events: { there: expect.any(Number) },
      })
      expect(json.counts.people.there).toBeGreaterThanOrEqual(PEOPLE)
      await expectEqual(target)
      const again = await target.admin(...args)
      expect([again.code, again.json.counts]).toEqual([0, json.counts])
      const { code: audited, out } = await target.admin('audit')
      expect([audited, out]).toEqual([0, expect.any(String)])
    },
    timeFor(240_000),
  )

  async function expectEqual(target: Awaited<ReturnType<typeof freshTarget>>) {
    const people = new Map(
      (await target.people()).flatMap((each) => each.identifiers.map((id: string) => [id, each])),
    )
    const { body } = await get('/api/v2/people?per_page=100')
    for (const person of body._embedded['osdi:people']) {
      const own = String(person.identifiers[0]).replace('service:', 'service-old:')
      expect(people.get(own)).toMatchObject({
        identifiers: [own, ...person.identifiers.slice(1)],
        email_addresses: person.email_addresses,
        phone_numbers: person.phone_numbers,
        created_date: expect.stringContaining(person.created_date.slice(0, 19)),
        modified_date: expect.stringContaining(person.modified_date.slice(0, 19)),
      })
    }
    const { body: listed } = await get('/api/v2/events?per_page=100')
    const events = new Map((await target.events()).map((each) => [each.identifiers[0], each]))
    for (const event of listed._embedded['osdi:events']) {
      const here = events.get(event.identifiers[0].replace('service:', 'service-old:'))
      expect(here).toMatchObject({
        title: event.title,
        created_date: expect.stringContaining(event.created_date.slice(0, 19)),
        location: { venue: event.location.venue },
        total_accepted: event.total_accepted,
        hidden: event['service:hidden'],
      })
      expect(here.event_campaign_id === undefined).toBe(event['service:event_campaign_id'] === undefined)
      const path = new URL(event._links['osdi:attendances'].href).pathname
      const { body: attendances } = await get(`${path}?per_page=100`)
      const statuses = (all: any[]) => all.map(({ status = 'accepted' }) => status).sort()
      expect(statuses(await target.attendancesOf(here.id))).toEqual(
        statuses(attendances._embedded['osdi:attendances']),
      )
    }
  }

  it('catches up with what is new and what was changed, and lets what was changed here stand', async () => {
    const target = await freshTarget()
    const args = argumentsFor(target.group, 'catch-up.json')
    await target.admin(...args)
    await new Promise((done) => setTimeout(done, 2_600))
    const { path } = await givenEvent({ title: 'Late' })
    await post(`${path}/attendances`, { person: { email_addresses: [{ address: 'late@example.org' }] } })
    const find = `/api/v2/people?filter=${encodeURIComponent("email eq 'p1@example.org'")}`
    const known = (await get(find)).body._embedded['osdi:people'][0]
    await put(new URL(known._links.self.href).pathname, { family_name: 'Changed' })
    await assignPending()
    await new Promise((done) => setTimeout(done, 3_000))
    const { json } = await target.admin(...args)
    expect([json.agree, json.refusals]).toEqual([true, []])
    const people = await target.people()
    const withEmail = (email: string) => people.find((each) => each.email_addresses[0]?.address === email)
    expect(withEmail('p1@example.org').family_name).toBe('Changed')
    expect(withEmail('late@example.org')).toBeDefined()
    expect((await target.events()).find(({ title }) => title === 'Late').total_accepted).toBe(1)
  }, 120_000)

  it('refuses a wrong key, an address without an API and the file of another import in one sentence', async () => {
    const target = await freshTarget()
    const run = (...more: string[]) => target.admin('import', 'osdi', '--group', target.group, ...more)
    const wrong = await run('--from', base, '--key', 'wrong', '--progress-file', join(folder, 'wrong.json'))
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/403: API Key invalid or not present[^\n]*\n$/),
    ])
    const none = await run('--from', `${base}/none`, '--key', 'x')
    expect([none.code, none.err]).toEqual([1, `There is no API at ${base}/none.\n`])
    const other = await run(
      '--from',
      base,
      '--key',
      demo.group.key,
      '--progress-file',
      join(folder, 'killed.json'),
    )
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('is of another import')])
  })

  /** Starts an import in a process of its own and kills it when it has come some way. */
  async function killed(args: string[], environment: Record<string, string>) {
    const file = args[args.indexOf('--progress-file') + 1] as string
    const child = runScript('admin/main.ts', args, environment)
    let isOver = false
    void child.ended.then(() => (isOver = true))
    const progressed = async () =>
      Object.keys(JSON.parse(await readFile(file, 'utf8').catch(() => '{}')).done ?? {}).length
    while (!isOver && (await progressed()) < 4) await new Promise((done) => setTimeout(done, 5))
    await child.kill()
  }
})

describe('import osdi from a service like Action Network', () => {
  const ID = (kind: number, i: number) => `00000000-0000-4000-8${kind}00-${String(i).padStart(12, '0')}`
  const people = Array.from({ length: 60 }, (_, i) => ({
    identifiers: [`action_network:${ID(1, i)}`],
    created_date: `2021-03-04T05:06:${String(i % 60).padStart(2, '0')}Z`,
    modified_date: '2022-01-01T00:00:00Z',
    given_name: `A${i}`,
    email_addresses: [
      { primary: true, address: `an${i}@example.org`, status: i === 5 ? 'bouncing' : 'subscribed' },
    ],
    postal_addresses: [
      {
        primary: true,
        region: '',
        country: 'US',
        location: { latitude: null, longitude: null, accuracy: null },
      },
    ],
  }))
  let base: string
  const times: number[] = []
  let refused = 0

  beforeAll(async () => {
    const link = (path: string) => ({ href: `https://actionnetwork.example/api/v2/${path}` })
    const event = {
      ...people[0],
      identifiers: [`action_network:${ID(2, 1)}`],
      title: 'March',
      _links: { self: link(`events/${ID(2, 1)}`) },
    }
    const attendances = [0, 1, 99].map((i) => ({
      identifiers: [`action_network:${ID(3, i)}`],
      created_date: '2021-05-01T00:00:00Z',
      modified_date: '2021-05-01T00:00:00Z',
      status: 'accepted',
      _links: {
        self: link(`events/${ID(2, 1)}/attendances/${ID(3, i)}`),
        'osdi:person': link(`people/${ID(1, i)}`),
      },
    }))
    const collections: Record<string, any[]> = {
      people: people.map((each, i) => ({ ...each, _links: { self: link(`people/${ID(1, i)}`) } })).reverse(),
      events: [event],
      [`events/${ID(2, 1)}/attendances`]: attendances,
      tags: [
        {
          name: 'Marcher',
          identifiers: [`action_network:${ID(4, 1)}`],
          _links: { self: link(`tags/${ID(4, 1)}`) },
        },
      ],
      [`tags/${ID(4, 1)}/taggings`]: [
        {
          item_type: 'osdi:person',
          _links: { self: link(`tags/x/taggings/${ID(5, 1)}`), 'osdi:person': link(`people/${ID(1, 3)}`) },
        },
      ],
    }
    const { server, base: at } = await listen((request, response) => {
      const now = Date.now()
      times.push(now)
      if (times.filter((time) => time > now - 1_000).length > 6) {
        refused += 1
        return response.writeHead(429).end('{"error": "rate limit"}')
      }
      const url = new URL(request.url as string, 'http://x')
      const path = url.pathname.replace(/^\/api\/v2\/?/, '')
      const links = Object.fromEntries(
        ['osdi:people', 'osdi:events', 'osdi:tags'].map((rel) => [rel, link(rel)]),
      )
      const all = collections[path]
      const body = all
        ? pageOf(all, Number(url.searchParams.get('page') ?? 1), path)
        : path === '' && { namespace: 'action_network', _links: links }
      return response
        .writeHead(body ? 200 : 404, { 'content-type': 'application/hal+json' })
        .end(JSON.stringify(body || {}))
    })
    servers.push(server)
    base = at
    // Pages hold 25, whatever is asked for, and people have no totals.
    const pageOf = (all: any[], page: number, path: string) => ({
      per_page: 25,
      page,
      ...(path !== 'people' && { total_records: all.length, total_pages: Math.ceil(all.length / 25) }),
      _embedded: { 'osdi:x': all.slice((page - 1) * 25, page * 25) },
      _links: { self: link(path) },
    })
  })

  it('takes over people without totals, their statuses and dates, and reports people who are gone', async () => {
    const target = await freshTarget()
    const args = ['import', 'osdi', '--from', base, '--key', 'k', '--group', target.group, '--rate', '80']
    const { json, code } = await target.admin(...args, '--progress-file', join(folder, 'an.json'), '--json')
    expect([code, json.system]).toEqual([1, 'action_network'])
    expect(json.counts).toEqual({
      people: { there: 60, here: 60 },
      events: { there: 1, here: 1 },
      attendances: { there: 3, here: 2 },
    })
    expect(json.refusals).toEqual([expect.stringContaining('The service does not have its person')])
    const found = await target.people()
    const fifth = found.find((each) => each.given_name === 'A5')
    expect(fifth).toMatchObject({
      identifiers: [`action_network:${ID(1, 5)}`],
      created_date: '2021-03-04T05:06:05.000Z',
      modified_date: '2022-01-01T00:00:00.000Z',
      email_addresses: [{ status: 'bouncing' }],
    })
    expect((await target.events())[0]).toMatchObject({ title: 'March', origin_system: 'action_network' })
  }, 60_000)

  it('waits after 429, and sends no more than its rate', async () => {
    expect(refused).toBeGreaterThan(0)
    const target = await freshTarget()
    times.length = 0
    const args = ['import', 'osdi', '--from', base, '--key', 'k', '--group', target.group, '--rate', '10']
    await target.admin(...args, '--progress-file', join(folder, 'slow.json'), '--json')
    const most = Math.max(
      ...times.map((time) => times.filter((other) => other >= time && other < time + 1_000).length),
    )
    expect(most).toBeLessThanOrEqual(11)
  }, 60_000)
})
