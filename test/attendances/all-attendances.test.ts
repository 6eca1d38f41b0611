import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { markContended } from '../../lib/collections/contention.js'
import { lists } from '../../lib/collections/numbered-list.js'
import { UpdateCommand } from '../../lib/table/client/commands.js'
import { keyOf } from '../../lib/table/table.js'
import { adminOf } from '../admin/admin.js'
import { has } from '../support/rooms.js'
import {
  PUBLIC_URL,
  address,
  assignPending,
  demo,
  get,
  givenEvent,
  post,
  put,
  table,
  violations,
} from '../support/service.js'

const PATH = '/api/v2/attendances'
const key = demo.other_group.key

let names = 0
const rsvp = async (path: string, more: object = {}, sending = { key }) => {
  const person = { email_addresses: [{ address: `all-${++names}@example.org` }] }
  const reply = await post(`${path}/attendances`, { person, ...more }, sending)
  expect(reply.status).toBe(200)
  return reply.body._links.self.href as string
}
const listed = ({ body }: { body: any }): string[] =>
  body._embedded['osdi:attendances'].map(({ _links }: any) => _links.self.href)
const filtered = (filter: string, more = '') => `${PATH}?filter=${encodeURIComponent(filter)}${more}`
const pathIn = (href: string) => href.slice(PUBLIC_URL.length)

/** All members that following `next` finds, page by page. */
async function pagesFrom(path: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next;) {
    const reply = await get(next, { key })
    expect(reply.status).toBe(200)
    pages.push(listed(reply))
    next = reply.body._links.next && pathIn(reply.body._links.next.href)
  }
  return pages
}

let first: { id: string; path: string }
let second: { id: string; path: string }
beforeEach(async () => {
  first = await givenEvent({}, { key })
  second = await givenEvent({}, { key })
})
afterEach(() => void vi.useRealTimers())

describe('the list of all attendances', () => {
  it('has those at every event, newest change first, and says that it counts nothing', async () => {
    const one = await rsvp(first.path)
    const two = await rsvp(second.path)
    const three = await rsvp(first.path)
    const reply = await get(`${PATH}?per_page=3`, { key })
    expect(listed(reply)).toEqual([three, two, one])
    expect(reply.body).not.toHaveProperty('total_records')
    expect(reply.body).not.toHaveProperty('total_pages')
    await put(pathIn(one), { status: 'declined' }, { key })
    expect(listed(await get(`${PATH}?per_page=3`, { key }))).toEqual([one, three, two])
  })

  it('is linked from the entry point of version 2', async () => {
    const { body } = await get('/api/v2', { key })
    expect(body._links['service:attendances'].href).toBe(`${PUBLIC_URL}${PATH}`)
    expect((await get('/api/v1', { key })).body._links).not.toHaveProperty('service:attendances')
  })

  it('shows nobody the attendances of another owner', async () => {
    const mine = await rsvp(first.path)
    const theirs = await rsvp((await givenEvent()).path, {}, { key: demo.group.key })
    expect(listed(await get(`${PATH}?per_page=1`, { key }))).toEqual([mine])
    expect(listed(await get(`${PATH}?per_page=1`))).toEqual([theirs])
    const foreign = `Abroad:${names}`
    await rsvp(first.path, { identifiers: [foreign] })
    expect(listed(await get(filtered(`identifier eq '${foreign}'`)))).toEqual([])
  })

  it('is read whole by next, though all of it was written in one moment', async () => {
    // The past: an RSVP of the future would be the newest of all for the tests that follow.
    const moment = Date.now() - 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: moment })
    const written = await Promise.all(Array.from({ length: 60 }, () => rsvp(first.path)))
    vi.useRealTimers()
    const [from, to] = [0, 1_000].map((ms) => `${new Date(moment + ms).toISOString().slice(0, 19)}Z`)
    const filter = `modified_date ge '${from}' and modified_date lt '${to}'`
    const pages = await pagesFrom(filtered(filter, '&per_page=7'))
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 4])
    expect(pages.flat().sort()).toEqual(written.sort())
  })

  it('costs the same on every page', async () => {
    const costs: number[] = []
    for (let i = 0; i < 30; i++) await rsvp(first.path)
    for (let [next, i] = [`${PATH}?per_page=5`, 0]; i < 5; i++) {
      const before = table.consumedCapacity.read
      const { body } = await get(next, { key })
      costs.push(table.consumedCapacity.read - before)
      next = pathIn(body._links.next.href)
    }
    // Sixteen partitions for half a unit each, and five members. A process reads the key once.
    expect(costs).toEqual([13, 13, 13, 13, 13])
  })

  it('has an RSVP of a rush before it has an ordinal', async () => {
    markContended(table, lists.attendancesOf(first.id), 60_000)
    const written = await rsvp(first.path)
    expect(listed(await get(`${PATH}?per_page=1`, { key }))).toEqual([written])
    await assignPending()
    expect(listed(await get(`${PATH}?per_page=1`, { key }))).toEqual([written])
  })

  it('waits, where a filter asks for changes, until all that was written before is visible', async () => {
    const since = new Date(Date.now() - 1_000).toISOString()
    const written = await rsvp(first.path)
    expect(listed(await get(filtered(`modified_date gt '${since}'`), { key }))).toContain(written)
  })

  it.each([
    ['status', "status eq 'declined'", { status: 'declined' }],
    ['service:attended', "service:attended eq 'true'", { 'service:attended': true }],
  ])('takes the filter %s, as other lists of attendances do', async (_, clause, shown) => {
    await rsvp(first.path)
    const wanted = await rsvp(second.path)
    await put(pathIn(wanted), { status: 'declined', 'service:attended': true }, { key })
    await rsvp(second.path)
    const since = `created_date ge '${new Date(Date.now() - 60_000).toISOString()}'`
    const found = (await pagesFrom(filtered(`${clause} and ${since}`, '&per_page=2'))).flat()
    expect(found).toContain(wanted)
    for (const href of found) expect((await get(pathIn(href), { key })).body).toMatchObject(shown)
  })

  it('finds an attendance by an identifier at once, whatever else there is', async () => {
    const identifier = `Elsewhere:${++names}`
    const written = await rsvp(first.path, { identifiers: [identifier] })
    expect(listed(await get(filtered(`identifier eq '${identifier}'`), { key }))).toEqual([written])
    expect(listed(await get(filtered(`identifier eq '${identifier}' and status eq 'declined'`), { key }))).toEqual([])
    expect(listed(await get(filtered("identifier eq 'Elsewhere:nobody'"), { key }))).toEqual([])
  })

  it('embeds people on request, for one read of the database', async () => {
    const written = await rsvp(first.path)
    await get(PATH, { key })
    for (const path of [PATH, `${first.path}/attendances`]) {
      const { requests } = table.consumedCapacity
      const without = await get(`${path}?per_page=1`, { key })
      const between = table.consumedCapacity.requests
      const { body } = await get(`${path}?per_page=1&embed=person`, { key })
      expect(table.consumedCapacity.requests - between - (between - requests)).toBe(1)
      const [{ _embedded, ...attendance }] = body._embedded['osdi:attendances']
      expect(without.body._embedded['osdi:attendances']).toEqual([attendance])
      expect(attendance._links.self.href).toBe(written)
      const person = await get(pathIn(attendance._links['osdi:person'].href), { key })
      const { curies: _, ..._links } = person.body._links
      expect(_embedded['osdi:person']).toEqual({ ...person.body, _links })
    }
    expect((await get(`${PATH}?embed=event`, { key })).status).toBe(400)
  })

  it.runIf(has('forgetting'))('keeps those of erased people, without what was personal', async () => {
    const identifiers = [`Elsewhere:${++names}`]
    const written = await rsvp(first.path, { identifiers, referrer_data: { source: 'flyer' } })
    const { body } = await get(pathIn(written), { key })
    const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
    expect((await admin('person', 'erase', body['service:person_id'])).code).toBe(0)
    const since = encodeURIComponent(`modified_date ge '${body.modified_date}'`)
    for (const path of [`${PATH}?embed=person`, `${PATH}?filter=${since}&embed=person`]) {
      const { body: page } = await get(path, { key })
      const [{ _embedded, ...attendance }] = page._embedded['osdi:attendances']
      expect([attendance._links.self.href, attendance.status]).toEqual([written, 'accepted'])
      expect(JSON.stringify(attendance)).not.toMatch(/Elsewhere|flyer/)
      expect(_embedded['osdi:person']).toMatchObject({ 'service:erased_date': expect.any(String), email_addresses: [] })
    }
  })

  it.each([
    ['after', 'after=nonsense'],
    ['after', `after=${Buffer.from('["2026-01-01T00:00:00Z",99,"person#1","attendance#1"]').toString('base64url')}`],
    ['page', 'page=2'],
  ])('refuses a %s that no page has linked to: %s', async (property, query) => {
    const { status, body } = await get(`${PATH}?${query}`, { key })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(`"properties":["${property}"]`)
  })

  it('is missed by the audit where an attendance is not in it', async () => {
    const { body } = await get(pathIn(await rsvp(first.path)), { key })
    const [event, person] = [body['service:event_id'], body['service:person_id']] as [string, string]
    const attendance = body._links.self.href.slice(-36) as string
    expect(await violations()).toEqual([])
    const Key = keyOf.attendance(person, event)
    await table.client.send(new UpdateCommand({ TableName: table.name, Key, UpdateExpression: 'REMOVE modified_in' }))
    expect(await violations()).toEqual([expect.stringContaining(`attendance#${event}`)])
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key,
        UpdateExpression: 'SET modified_in = :in',
        ExpressionAttributeValues: {
          ':in': `attendances of group:${demo.other_group.id}#${parseInt(attendance.slice(0, 1), 16)}`,
        },
      }),
    )
  })
})
