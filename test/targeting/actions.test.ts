import { beforeEach, describe, expect, it } from 'vitest'
import { adminOf } from '../admin/admin.js'
import { PUBLIC_URL, address, demo, get, givenEvent, post, put } from '../support/service.js'
import { has } from '../support/rooms.js'

const ACTIONS = '/api/v2/targeting/actions'

const rsvp = (path: string, email = 'ana@example.org', key?: string) =>
  post(`${path}/attendances`, { person: { email_addresses: [{ address: email }] } }, { key })
const labels = async (sending?: { key: string }): Promise<string[]> =>
  (await get(ACTIONS, sending)).body._embedded['service:actions'].map(({ label }: any) => label)
const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })

let known: string[]
beforeEach(async () => (known = await labels()))
const fresh = async () => (await labels()).slice(0, -known.length || undefined)

describe('GET /api/v2/targeting/actions', () => {
  it('is linked from the entry point', async () => {
    const { _links } = (await get('/api/v2')).body
    expect(_links['service:targeting'].href).toBe(PUBLIC_URL + ACTIONS)
  })

  it('lists an event of the API from its first attendance on, under its label', async () => {
    const event = await givenEvent({ title: 'Rally', origin_system: 'Acme Tools' })
    expect(await fresh()).toEqual([])
    await rsvp(event.path)
    expect(await fresh()).toEqual(['[1, Acme Tools Event], Rally'])
    await rsvp(event.path, 'ben@example.org')
    const { _embedded, total_records, total_pages } = (await get(ACTIONS)).body
    expect({ total_records, total_pages }).toEqual({ total_records: known.length + 1, total_pages: 1 })
    expect(_embedded['service:actions'][0]).toEqual({
      identifiers: [`service:${event.id}`],
      label: '[1, Acme Tools Event], Rally',
      title: 'Rally',
      origin_system: 'Acme Tools',
      created_date: event.created_date,
      total_accepted: 2,
      _links: {
        self: { href: PUBLIC_URL + event.path },
        'osdi:attendances': { href: `${PUBLIC_URL}${event.path}/attendances` },
      },
    })
  })

  it('follows a change of the title and the origin system', async () => {
    const event = await givenEvent({ title: 'Rally' })
    await rsvp(event.path)
    await put(event.path, { title: 'Big rally', origin_system: 'Other Tools' })
    expect(await fresh()).toEqual(['[1, Other Tools Event], Big rally'])
  })

  it.runIf(has('series'))("lists an event of the organizer's interface by its title from the beginning", async () => {
    const made = ['event', 'create', '--group', demo.group.id, '--title', 'Canvass', '--origin-system', 'Us']
    expect(await admin(...made)).toMatchObject({ code: 0 })
    expect(await fresh()).toEqual(['Canvass'])
  })

  it('finds events by title, also one whose first attendance came long after it was created', async () => {
    const early = await givenEvent({ title: "Ana's rally", identifiers: ['filter:early'] })
    const late = await givenEvent({ title: 'Other rally' })
    await givenEvent({ title: "Ana's rally" })
    await rsvp(late.path)
    await rsvp(early.path)
    const found = async (filter: string) => {
      const { body } = await get(`${ACTIONS}?filter=${encodeURIComponent(filter)}`)
      expect(body.total_records).toBe(body._embedded['service:actions'].length)
      return body._embedded['service:actions'].map(({ _links }: any) => _links.self.href)
    }
    expect(await found("title eq 'Ana''s rally'")).toEqual([PUBLIC_URL + early.path])
    expect(await found("identifier eq 'filter:early'")).toEqual([PUBLIC_URL + early.path])
    expect(await found("title eq 'Nothing'")).toEqual([])
    const unattended = await givenEvent({ identifiers: ['filter:unattended'] })
    expect(await found("identifier eq 'filter:unattended'")).toEqual([])
    expect(unattended.total_accepted).toBe(0)
    expect((await get(`${ACTIONS}?filter=color%20eq%20red`)).status).toBe(400)
  })

  it('shows each principal its own', async () => {
    const key = demo.other_group.key
    const theirs = await givenEvent({ title: 'Theirs' }, { key })
    await rsvp(theirs.path, 'ana@example.org', key)
    expect(await labels({ key })).toEqual(['[1, Test Event], Theirs'])
    expect(await fresh()).toEqual([])
    expect((await get(ACTIONS, { key: null })).status).toBe(403)
  })
})

describe('admin actions', () => {
  it.runIf(has('series'))("lists the interface's events, and never those of the API", async () => {
    await rsvp((await givenEvent({ title: 'Of the API' })).path)
    const titles = async (...args: string[]) =>
      (await admin('actions', '--group', demo.group.id, '--json', ...args)).json.map(({ title }: any) => title)
    const made = (title: string) =>
      admin('event', 'create', '--group', demo.group.id, '--title', title, '--origin-system', 'Us')
    const before = await titles()
    await made('First')
    await made('Second')
    expect(await titles()).toEqual(['Second', 'First', ...before])
    expect(await titles('--limit', '1')).toEqual(['Second'])
    expect(await titles()).not.toContain('Of the API')
  })

  it('says which group does not exist', async () => {
    expect(await admin('actions', '--group', 'nowhere')).toMatchObject({
      code: 1,
      err: 'There is no group with the id nowhere.\n',
    })
  })
})
