import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scan } from '../../lib/table/scan.js'
import { type Item, type Table, keyOf } from '../../lib/table/table.js'
import { putIfAbsent } from '../../lib/table/transaction.js'
import { type Child, runScript } from '../support/children.js'
import { differences } from '../support/given/compare-installations.js'
import { anotherInstallation, listen, readerOf } from '../support/given/installation.js'
import {
  address,
  assignPending,
  demo,
  gateway,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  put,
} from '../support/service.js'
import { sized, timeFor } from '../support/size.js'
import { adminOf } from './admin.js'

const PEOPLE = sized(130, 100_000)
const EVENTS = sized(12, 1_000)
const ATTENDANCES = sized(5, 20)
const KILLS = sized(1, 20)

let folder: string
let server: Server
let base: string
/** Number of requests that are answered before the key is refused. */
let left = Infinity
const here = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
const there = readerOf(gateway, demo.group.key)

beforeEach(() => {
  left = Infinity
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-'))
  const listening = await listen(async (request, response) => {
    if (left-- <= 0) return response.writeHead(403).end('{"error": "API Key invalid or not present"}')
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const answer = await gateway.handle({
      method: request.method as string,
      path: request.url as string,
      headers,
    })
    return response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  server = listening.server
  base = listening.base
  await post('/api/v2/tags', { name: 'Mover' })
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

async function givenPeople() {
  for (let from = 0; from < PEOPLE; from += 500) {
    const rows = Array.from({ length: Math.min(500, PEOPLE - from) }, (_, i) => ({
      person: {
        given_name: `Person ${from + i}`,
        identifiers: [`crm:${from + i}`],
        email_addresses: [{ address: `p${from + i}@example.org`, ...(i % 7 === 0 && { status: 'unsubscribed' }) }],
        ...(i % 3 === 0 && { phone_numbers: [{ number: `1202${String(5_550_000 + from + i)}` }] }),
        ...(i % 5 === 0 && {
          custom_fields: { shirt: 'M', ward: String(i) },
          languages_spoken: ['en', 'es'],
        }),
        ...(i % 11 === 0 && { postal_addresses: [{ postal_code: '20009', address_lines: ['1 Main St'] }] }),
      },
      ...(i % 10 === 0 && { add_tags: ['Mover'] }),
    }))
    await post('/api/v2/people/bulk', { rows })
  }
}

const email = (address: string) => ({ person: { email_addresses: [{ address: `${address}@example.org` }] } })

async function givenEvents() {
  for (let i = 0; i < EVENTS; i++) {
    const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}/events`
    const { body } = await post(i % 3 === 0 ? campaign : '/api/v2/events', {
      title: `Event ${i}`,
      origin_system: 'Mover',
      identifiers: [`crm:event-${i}`],
      start_date: `2026-12-0${(i % 9) + 1}T18:00`,
      location: { postal_code: '20009', venue: `Hall ${i}` },
      'service:language': 'es',
    })
    const path = new URL(body._links.self.href).pathname
    const rows = Array.from({ length: ATTENDANCES }, (_, n) => ({
      ...email(`p${(i * ATTENDANCES + n) % PEOPLE}`),
      'service:referrer_data': { source: 'flyer' },
    }))
    const { body: recorded } = await post(`${path}/attendances/bulk`, { rows })
    const pathOf = (n: number) => new URL(recorded.rows[n]._links.self.href).pathname
    if (i % 4 === 0) await put(pathOf(0), { status: 'declined' })
    if (i % 4 === 1) await put(pathOf(1), { 'service:attended': true })
  }
}

/** A full event of the interface, with guests and a waiting list. @returns it, and the paths of its RSVPs by name */
async function givenFullEvent(name: string) {
  const start_date = { wallClock: '2030-05-01T18:00:00' }
  const fields = { title: name, capacity: 3, waitlist: true, max_guests: 2, start_date }
  const { id, path } = await givenInterfaceEvent({
    ...fields,
    featured_image_url: 'https://example.org/a.png',
  })
  const paths: Record<string, string> = {}
  for (const [who, guests] of [
    ['a', 1],
    ['b', 0],
    ['c', 2],
    ['d', 0],
    ['e', 0],
  ] as const) {
    // prettier-ignore
    const rsvp = await post(`${path}/attendances`, { ...email(`${name}-${who}`), 'service:guests': guests })
    paths[who] = new URL(rsvp.body._links.self.href).pathname
  }
  return { id, path, paths }
}

let files = 0
const argumentsFor = (group: string) => [
  'import',
  'osdi',
  '--from',
  base,
  '--key',
  demo.group.key,
  '--group',
  group,
  '--rate',
  '1000',
  '--progress-file',
  join(folder, `${files++}.json`),
  '--json',
]

const expectEqual = async (target: Awaited<ReturnType<typeof anotherInstallation>>, except: string[] = []) =>
  expect(await differences({ there, here: target.read, system: 'service-old', except })).toEqual([])

describe('an import of events of the interface', () => {
  it('takes over capacities, guests, waiting lists, cancellations and who was there, and mails no one', async () => {
    const full = await givenFullEvent('full')
    await put(full.paths['b'] as string, { 'service:attended': true })
    // The first of the waiting list does not fit: a free seat stays, and all wait.
    await put(full.paths['b'] as string, { status: 'declined' })
    const lowered = await givenFullEvent('lowered')
    await here('event', 'update', lowered.id, '--capacity', '1', '--waitlist', 'off')
    const canceled = await givenFullEvent('cancelled')
    await here('event', 'cancel', canceled.id)
    const target = await anotherInstallation()
    const { code, json, err } = await target.admin(...argumentsFor(target.group))
    expect([code, err, json.refusals]).toEqual([0, '', []])
    await expectEqual(target)
    expect(await mailedIn(target.table)).toEqual([])
    expect((await target.admin('audit')).code).toBe(0)
  })

  it('follows a lower capacity and a cancellation, and a person who comes again', async () => {
    const { id, paths } = await givenFullEvent('follows')
    await put(paths['b'] as string, { status: 'declined' })
    const target = await anotherInstallation()
    const args = argumentsFor(target.group)
    await target.admin(...args)
    await put(paths['a'] as string, { status: 'declined' })
    await put(paths['b'] as string, { status: 'accepted' })
    await here('event', 'update', id, '--capacity', '2', '--consent-text', 'We call you.')
    await settledSecond()
    const { json } = await target.admin(...args)
    expect([json.agree, json.refusals]).toEqual([true, []])
    await expectEqual(target, ['modified_date', 'service:attended_date'])
    // A seat that becomes free here goes to the waiting list here.
    expect(await mailedIn(target.table)).toEqual([expect.stringMatching(/ promoted /)])
    expect((await target.admin('audit')).code).toBe(0)
  })
})

/** Changes are in filtered collections when their second is over. */
const settledSecond = () => new Promise((done) => setTimeout(done, 3_000))

/** Returns the emails that are due at once, or were, by the items of a table. */
async function mailedIn(table: Table): Promise<string[]> {
  const found: string[] = []
  const isMail = ({ pk, sk, mails, announces }: Item) =>
    /^(mail|mailing)#/.test(pk) || isChange({ pk, sk }) || (announces as string | undefined)?.includes('mail')
      ? [`${pk} ${sk} ${String(mails)}`]
      : []
  const isChange = ({ pk, sk }: Pick<Item, 'pk' | 'sk'>) => pk.startsWith('event_mail#') && sk === 'changed'
  for await (const page of scan(table)) found.push(...page.flatMap(isMail))
  return found
}

describe('a repeated import', () => {
  type Target = Awaited<ReturnType<typeof anotherInstallation>>

  const signUp = async (name: string, more: object = {}) => {
    const person = { given_name: name, ...email(name).person, ...more }
    return idOf(await post('/api/v2/people', { person, add_tags: ['Mover'] }))
  }
  const importedPerson = async ({ read }: Target, id: string) => {
    const filter = encodeURIComponent(`identifier eq 'service-old:${id}'`)
    return (await read(`people?filter=${filter}`))._embedded['osdi:people'][0]
  }

  it('takes over what is new, changed, cleared and taken off, and lets later changes here stand', async () => {
    const fields = { family_name: 'Before', custom_fields: { a: '1', b: '2' } }
    const changed = await signUp('changed', fields)
    const both = await signUp('both', fields)
    const event = await givenEvent({ title: 'Before', description: 'Before' })
    await assignPending()
    const target = await anotherInstallation()
    const args = argumentsFor(target.group)
    expect((await target.admin(...args)).json.refusals).toEqual([])
    await put(`/api/v2/people/${changed}`, { family_name: null, custom_fields: { a: null } })
    await put(`/api/v2/people/${both}`, { family_name: 'There' })
    await put(event.path, { description: null, title: 'After' })
    await post('/api/v2/people', { ...email('changed'), remove_tags: ['Mover'] })
    const late = await givenEvent({ title: 'Late' })
    await post(`${late.path}/attendances`, email('late'))
    await assignPending()
    await settledSecond()
    const [, own] = (await importedPerson(target, both)).identifiers as string[]
    expect(own).toBe(`service-old:${both}`)
    const path = new URL((await importedPerson(target, both))._links.self.href).pathname
    await target.put(path.replace('/api/v2/', ''), { family_name: 'Here' })
    const { json } = await target.admin(...args)
    expect([json.agree, json.refusals]).toEqual([true, []])
    expect((await importedPerson(target, both)).family_name).toBe('Here')
    await put(`/api/v2/people/${both}`, { family_name: 'Here' })
    await expectEqual(target, ['modified_date'])
  })

  it('keeps a person unsubscribed whose email a process claimed before it was killed', async () => {
    const email_addresses = [{ address: 'claimed@example.org', status: 'unsubscribed' }]
    await post('/api/v2/people', { person: { email_addresses } })
    await assignPending()
    const target = await anotherInstallation()
    const key = keyOf.contact(`group:${target.group}`, 'email', 'claimed@example.org')
    await putIfAbsent(target.table, key, { person: randomUUID() })
    await target.admin(...argumentsFor(target.group))
    const filter = encodeURIComponent("email_address eq 'claimed@example.org'")
    const { _embedded } = await target.read(`people?filter=${filter}`)
    expect(_embedded['osdi:people'][0].email_addresses).toMatchObject([{ status: 'unsubscribed' }])
  })

  it('erases and merges people who were erased and merged', async () => {
    const [erased, keep, other] = [await signUp('erased'), await signUp('keep'), await signUp('other')]
    const event = await givenEvent({ title: 'Of the erased' })
    for (const name of ['erased', 'other']) await post(`${event.path}/attendances`, email(name))
    await assignPending()
    const target = await anotherInstallation()
    const args = argumentsFor(target.group)
    await target.admin(...args)
    expect((await here('person', 'erase', erased)).code).toBe(0)
    expect((await here('person', 'merge', keep, other)).code).toBe(0)
    await settledSecond()
    const { json } = await target.admin(...args)
    expect([json.agree, json.refusals]).toEqual([true, []])
    const gone = await importedPerson(target, erased)
    expect(gone).toMatchObject({ 'service:erased_date': expect.any(String), email_addresses: [] })
    const merged = await importedPerson(target, other)
    expect(merged.identifiers).toContain(`service-old:${keep}`)
    const fresh = await anotherInstallation()
    expect((await fresh.admin(...argumentsFor(fresh.group))).json).toMatchObject({
      agree: true,
      refusals: [],
    })
    await expectEqual(fresh)
    expect((await target.admin('audit')).code).toBe(0)
  })
})

describe('import osdi', () => {
  it('refuses a wrong key, an address without an API and the file of another import in one sentence', async () => {
    const target = await anotherInstallation()
    const run = (...more: string[]) => target.admin('import', 'osdi', '--group', target.group, ...more)
    const file = join(folder, 'of-one.json')
    const wrong = await run('--from', base, '--key', 'wrong', '--progress-file', join(folder, 'wrong.json'))
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/403: API Key invalid or not present[^\n]*\n$/)])
    const none = await run('--from', `${base}/none`, '--key', 'x')
    expect([none.code, none.err]).toEqual([1, `There is no API at ${base}/none.\n`])
    await writeFile(file, JSON.stringify({ import: 'another', started: '2026-01-01T00:00:00Z', done: {} }))
    const other = await run('--from', base, '--key', demo.group.key, '--progress-file', file)
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('is of another import')])
  })
})

describe('moving from one Turnout to another', () => {
  beforeAll(async () => {
    await givenPeople()
    await givenEvents()
    await assignPending()
  }, timeFor(120_000))

  it(
    'is complete and equal after it was stopped and killed, and adds nothing when it is repeated',
    async () => {
      const target = await anotherInstallation()
      const args = argumentsFor(target.group)
      left = 6
      const stopped = await target.admin(...args)
      expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining('403: API Key invalid')])
      left = Infinity
      for (let kills = 1; kills <= KILLS; kills++)
        expect(await killed(args, target.settings, kills / (KILLS + 1)), `kill ${kills}`).toBe(false)
      const { json, code, err } = await target.admin(...args)
      expect([err, code, json.agree, json.refusals]).toEqual(['', 0, true, []])
      expect(json.counts.people.there).toBeGreaterThanOrEqual(PEOPLE)
      expect(json.counts.events.there).toBeGreaterThanOrEqual(EVENTS)
      await expectEqual(target)
      const again = await target.admin(...args)
      expect([again.code, again.json.counts]).toEqual([0, json.counts])
      const { code: audited, out } = await target.admin('audit')
      expect([audited, out]).toEqual([0, expect.any(String)])
    },
    timeFor(240_000),
  )

  /** All that is counted as done when everything was taken over, but for people of the other tests. */
  const ALL = PEOPLE + EVENTS + EVENTS * ATTENDANCES

  /**
   * Starts an import in a process of its own and kills it when a part of everything is done.
   * @returns whether it was over before
   */
  async function killed(args: string[], settings: Record<string, string>, part: number) {
    const file = args[args.indexOf('--progress-file') + 1] as string
    const done = async () => {
      const counts = Object.values(JSON.parse(await readFile(file, 'utf8')).done as Record<string, number>)
      return counts.reduce((sum, count) => sum + count, 0)
    }
    const child: Child = runScript('admin/main.ts', args, settings)
    let isOver = false
    void child.ended.then(() => (isOver = true))
    while (!isOver && (await done()) < part * ALL) await new Promise((done) => setTimeout(done, 5))
    const wasOver = isOver
    await child.kill()
    return wasOver
  }
})
