import { beforeAll, describe, expect, it } from 'vitest'
import { audit } from '../../lib/app/audit.js'
import { DeleteCommand } from '../../lib/table/client/commands.js'
import { keyOf, openTable } from '../../lib/table/table.js'
import { UNKNOWN_ID, PUBLIC_URL, address, demo, get, givenEvent, idOf, post, put, send } from '../support/service.js'
import { adminOf } from '../admin/admin.js'
import { readCsv } from '../support/clients/csv.js'
import { has } from '../support/rooms.js'

const QUERIES = '/api/v2/targeting/queries'

interface Given {
  id: string
  path: string
}

/** Three events, and who attends which of them. */
let rally: Given
let canvass: Given
let party: Given
const attends: Record<string, string[]> = {
  'ana@example.org': ['rally', 'canvass'],
  'ben@example.org': ['rally'],
  'cem@example.org': ['canvass', 'party'],
  'dee@example.org': ['rally', 'canvass', 'party'],
}

const rsvp = async (path: string, email: string, person: object = {}, key?: string) => {
  const reply = await post(
    `${path}/attendances`,
    { person: { email_addresses: [{ address: email }], ...person } },
    { key },
  )
  expect(reply.status).toBe(200)
  return reply.body['service:person_id'] as string
}

beforeAll(async () => {
  rally = await givenEvent({ title: 'Rally', identifiers: ['test:rally'] })
  canvass = await givenEvent({ title: 'Canvass' })
  party = await givenEvent({ title: 'Party' })
  const events: Record<string, Given> = { rally, canvass, party }
  for (const [email, titles] of Object.entries(attends))
    for (const title of titles) await rsvp((events[title] as Given).path, email)
})

const asked = (fields: object, sending?: { key?: string }) => post(QUERIES, { title: 'Who came', ...fields }, sending)
const emailsIn = (reply: any): string[] =>
  reply.body._embedded['osdi:people'].map((person: any) => person.email_addresses[0]?.address)
/** The people whom a new query finds, by their emails. */
async function found(fields: object, search = ''): Promise<string[]> {
  const reply = await asked(fields)
  expect(reply.status, reply.text).toBe(200)
  return emailsIn(await get(`${QUERIES}/${idOf(reply)}/people${search}`)).sort()
}
const native = ({ id }: Given) => `service:${id}`
const faults = (reply: any) =>
  reply.body['osdi:error'].resource_status[0].error_descriptions.map(({ properties }: any) => properties.join())

describe('a query', () => {
  it('finds everybody who acted on any of its events, once', async () => {
    expect(await found({ include: [native(rally), native(party)] })).toEqual([
      'ana@example.org',
      'ben@example.org',
      'cem@example.org',
      'dee@example.org',
    ])
  })

  it('finds who acted on every one of its events', async () => {
    expect(await found({ include: [native(rally), native(canvass)], match: 'every' })).toEqual([
      'ana@example.org',
      'dee@example.org',
    ])
    // An event that is named twice is one event.
    expect(await found({ include: [native(rally), rally.id], match: 'every' })).toHaveLength(3)
  })

  it('leaves out who acted on an excluded event', async () => {
    const include = [native(rally), native(canvass)]
    expect(await found({ include, exclude: [native(party)] })).toEqual(['ana@example.org', 'ben@example.org'])
  })

  it('finds only RSVPs of its range of dates', async () => {
    const include = [native(rally)]
    const [before, after] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)].map((date) =>
      date.toISOString(),
    )
    expect(await found({ include, rsvp_from: before, rsvp_before: after })).toHaveLength(3)
    expect(await found({ include, rsvp_from: after })).toEqual([])
    expect(await found({ include, rsvp_before: before })).toEqual([])
  })

  it('takes events by native and foreign identifiers, ids and addresses', async () => {
    for (const name of [native(rally), 'test:rally', rally.id, PUBLIC_URL + rally.path, `${PUBLIC_URL}${rally.path}/`])
      expect(await found({ include: [name] })).toHaveLength(3)
  })

  it('is a document with links, which lists show too', async () => {
    const { body } = await asked({
      identifiers: ['test:links'],
      include: [native(rally), native(canvass)],
      match: 'every',
      exclude: [native(party)],
      rsvp_from: '2020-01-01',
      rsvp_before: '2100-01-01T10:00:00+02:00',
    })
    const self = body._links.self.href
    expect(body).toEqual({
      identifiers: [expect.stringMatching(/^service:/), 'test:links'],
      created_date: expect.any(String),
      modified_date: body.created_date,
      title: 'Who came',
      include: [native(rally), native(canvass)],
      match: 'every',
      exclude: [native(party)],
      status: ['accepted'],
      rsvp_from: '2020-01-01T00:00:00Z',
      rsvp_before: '2100-01-01T08:00:00Z',
      result_date: expect.any(String),
      total_people: 1,
      total_subscribed: 1,
      _links: {
        self: { href: expect.stringContaining(`${PUBLIC_URL}${QUERIES}/`) },
        'service:results': { href: `${self}/results` },
        'service:result': { href: expect.stringContaining(`${self}/results/`) },
        'service:people': { href: `${self}/people` },
        'service:people_csv': { href: `${self}/people.csv` },
        curies: expect.any(Array),
      },
    })
    expect((await get(new URL(self).pathname)).body).toEqual(body)
    const { curies: _none, ..._links } = body._links
    const list = (await get(`${QUERIES}?per_page=1`)).body
    expect(list._embedded['service:queries']).toEqual([{ ...body, _links }])
    expect(list.total_records).toBe(list.total_pages)
    expect(emailsIn(await get(`${new URL(self).pathname}/people`))).toEqual(['ana@example.org'])
  })

  it('sent again with its identifier is the same query', async () => {
    const fields = { identifiers: ['test:again'], include: [native(rally)] }
    const first = await asked(fields)
    const again = await asked(fields)
    expect(idOf(again)).toBe(idOf(first))
    expect(again.body._links['service:result']).toEqual(first.body._links['service:result'])
    expect((await asked(fields, { key: demo.other_group.key })).status).toBe(400)
  })

  it('changes by PUT, and finds other people then', async () => {
    const path = `${QUERIES}/${idOf(await asked({ include: [native(rally)] }))}`
    expect(emailsIn(await get(`${path}/people`))).toHaveLength(3)
    const renamed = await put(path, { title: 'Renamed' })
    expect(renamed.body).toMatchObject({ title: 'Renamed', include: [native(rally)], total_people: 3 })
    const changed = await put(path, { include: [native(party)], exclude: null, match: 'every' })
    expect(changed.body).toMatchObject({ title: 'Renamed', include: [native(party)], total_people: 2 })
    expect(emailsIn(await get(`${path}/people`)).sort()).toEqual(['cem@example.org', 'dee@example.org'])
  })
})

describe('a query that another client changes', () => {
  it('is changed on condition of what was read, which a newer result is part of', async () => {
    const path = `${QUERIES}/${idOf(await asked({ include: [native(rally)] }))}`
    const etag = async () => (await get(path)).headers['etag'] as string
    const read = await etag()
    expect((await get(path, { headers: { 'if-none-match': read } })).status).toBe(304)
    await put(path, { title: 'Faster' })
    const late = await put(path, { include: [native(party)] }, { headers: { 'if-match': read } })
    expect(late.status).toBe(412)
    expect((await put(path, { title: 'Sure' }, { headers: { 'if-match': await etag() } })).status).toBe(200)
    const before = await etag()
    await post(`${path}/results`, undefined)
    expect(await etag()).not.toBe(before)
  })
})

describe('a query that is refused', () => {
  const tooMany = Array.from({ length: 401 }, () => UNKNOWN_ID)

  it.each([
    ['without events', {}, ['include']],
    ['of no event', { include: [] }, ['include']],
    [
      'of an unknown event',
      { include: [UNKNOWN_ID, 'test:nothing', '?'.repeat(5_000)] },
      ['include[0]', 'include[1]', 'include[2]'],
    ],
    ['of too many events', { include: tooMany }, ['include']],
    [
      'that excludes unknown and too many',
      { exclude: tooMany, match: 'some', rsvp_from: 'soon' },
      ['match', 'exclude', 'rsvp_from'],
    ],
  ])('%s names every fault', async (_, fields, properties) => {
    const reply = await asked(fields)
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual(properties)
  })

  it('includes what it excludes, or a range without an instant', async () => {
    const reply = await asked({
      include: [native(rally)],
      exclude: ['test:rally'],
      rsvp_from: '2026-01-02',
      rsvp_before: '2026-01-02',
    })
    expect(reply.status).toBe(400)
    expect(faults(reply)).toEqual(['include,exclude', 'rsvp_from,rsvp_before'])
  })

  it("names another principal's event, exactly as one that there is not", async () => {
    const key = demo.other_group.key
    const theirs = await givenEvent({ identifiers: ['theirs:1'] }, { key })
    const texts = await Promise.all(
      [native(theirs), 'theirs:1', PUBLIC_URL + theirs.path, `service:${UNKNOWN_ID}`].map(async (name) => {
        const reply = await asked({ include: [native(rally), name] })
        expect(reply.status).toBe(400)
        expect(faults(reply)).toEqual(['include[1]'])
        return reply.text.replace(/"reference_code":"[^"]*"/g, '')
      }),
    )
    expect(new Set(texts).size).toBe(1)
  })

  it('is not changed by a PUT that asks nothing sound, and says so', async () => {
    const path = `${QUERIES}/${idOf(await asked({ include: [native(rally)] }))}`
    const before = (await get(path)).body
    for (const change of [
      { include: [] },
      { include: null },
      { include: [UNKNOWN_ID] },
      { exclude: tooMany },
      { match: 'some' },
      { rsvp_from: 'soon' },
    ])
      expect((await put(path, { title: 'Changed', ...change })).status, JSON.stringify(change)).toBe(400)
    expect((await get(path)).body).toEqual(before)
    const ignored = await put(path, { title: null, total_people: 7 })
    expect(ignored.headers['osdi-ignored']).toBe('total_people, title')
  })
})

describe('the people of a query', () => {
  it('come in numbered pages that stay on their result while RSVPs go on, as the file does', async () => {
    const event = await givenEvent({ title: 'Growing' })
    for (let i = 0; i < 7; i++) await rsvp(event.path, `grow-${i}@example.org`)
    const path = `${QUERIES}/${idOf(await asked({ include: [native(event)] }))}`
    const walked: string[] = []
    let page: string | undefined = `${path}/people?per_page=3`
    const first = (await get(page)).body
    for (let i = 7; page; i++) {
      const reply: any = await get(page)
      expect(reply.body).toMatchObject({
        total_records: 7,
        total_pages: 3,
        per_page: 3,
        result_date: first.result_date,
      })
      walked.push(...emailsIn(reply))
      // Between the pages, people RSVP, and another client runs the query again.
      await rsvp(event.path, `grow-${i}@example.org`)
      await post(`${path}/results`, undefined)
      page = reply.body._links.next?.href.slice(PUBLIC_URL.length)
    }
    expect(walked).toEqual(Array.from({ length: 7 }, (_, i) => `grow-${6 - i}@example.org`))
    const file = readCsv((await get(first._links['service:people_csv'].href.slice(PUBLIC_URL.length))).text)
    expect(file.map(({ email }) => email)).toEqual(walked)
    expect((await get(`${path}/people`)).body.total_records).toBe(10)
  })

  it('tell which of the events they attend, and past the end there are none', async () => {
    const path = `${QUERIES}/${idOf(await asked({ include: [native(rally), native(canvass)] }))}/people`
    const people = (await get(path)).body._embedded['osdi:people']
    const events = Object.fromEntries(
      people.map((each: any) => [each.email_addresses[0].address, each['service:events']]),
    )
    expect(events).toEqual({
      'ana@example.org': [native(rally), native(canvass)],
      'ben@example.org': [native(rally)],
      'cem@example.org': [native(canvass)],
      'dee@example.org': [native(rally), native(canvass)],
    })
    expect((await get(`${path}?page=2`)).body).toMatchObject({
      total_records: 4,
      _embedded: { 'osdi:people': [] },
    })
  })

  it('for an email are the subscribed ones only, also when a status changes later', async () => {
    const event = await givenEvent({ title: 'Mail' })
    const ids: string[] = []
    for (const name of ['one', 'two', 'three']) ids.push(await rsvp(event.path, `${name}@mail.example.org`))
    await rsvp(event.path, '', { email_addresses: [], phone_numbers: [{ number: '12025550142' }] })
    await put(`/api/v2/people/${ids[0]}`, { email_addresses: [{ status: 'unsubscribed' }] })
    const path = `${QUERIES}/${idOf(await asked({ include: [native(event)] }))}`
    expect((await get(path)).body).toMatchObject({ total_people: 4, total_subscribed: 2 })
    const subscribed = await get(`${path}/people?for=email`)
    expect(subscribed.body).toMatchObject({ total_records: 2 })
    expect(emailsIn(subscribed)).toEqual(['three@mail.example.org', 'two@mail.example.org'])
    expect((await get(`${path}/people`)).body.total_records).toBe(4)
    const pages = await get(`${path}/people?for=email&per_page=1`)
    expect(pages.body._links.next.href).toMatch(/for=email.*result=.*page=2$/)

    await put(`/api/v2/people/${ids[1]}`, { email_addresses: [{ status: 'unsubscribed' }] })
    expect(emailsIn(await get(`${path}/people?for=email`))).toEqual(['three@mail.example.org'])
    expect(readCsv((await get(`${path}/people.csv?for=email`)).text)).toHaveLength(1)
    expect(readCsv((await get(`${path}/people.csv`)).text)).toHaveLength(4)
    expect((await get(`${path}/people?for=phone`)).status).toBe(400)
  })

  it.runIf(has('forgetting'))('are without people who were erased since, in pages and in the file', async () => {
    const event = await givenEvent({ title: 'Erased' })
    const [gone] = [await rsvp(event.path, 'gone@example.org'), await rsvp(event.path, 'stays@example.org')]
    const path = `${QUERIES}/${idOf(await asked({ include: [native(event)] }))}`
    const admin = adminOf({ TABLE_NAME: address.tableName, DYNAMODB_ENDPOINT: address.endpoint })
    const erased = await admin('person', 'erase', gone)
    expect(erased, erased.err).toMatchObject({ code: 0 })
    expect(emailsIn(await get(`${path}/people`))).toEqual(['stays@example.org'])
    expect(readCsv((await get(`${path}/people.csv`)).text).map(({ email }) => email)).toEqual(['stays@example.org'])
    const again = await post(`${path}/results`, undefined)
    expect(again.body).toMatchObject({ status: 'complete', total_people: 1, total_subscribed: 1 })
  })
})

describe('the file of people', () => {
  it('has a row for each, with cells that no spreadsheet computes', async () => {
    const event = await givenEvent({ title: '=HYPERLINK("http://evil.example.org")' })
    await rsvp(event.path, 'eve@example.org', {
      given_name: "=cmd|' /C calc'!A0",
      family_name: 'Quote " and, comma',
      phone_numbers: [{ number: '+1 202 555 0142' }],
      postal_addresses: [
        {
          address_lines: ['-1 Main\nStreet'],
          locality: 'Washington',
          region: 'DC',
          postal_code: '20001',
          country: 'US',
        },
      ],
    })
    const reply = await get(`${QUERIES}/${idOf(await asked({ include: [native(event)] }))}/people.csv`)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="people.csv"',
    })
    expect(reply.headers['link']).toBeUndefined()
    expect(readCsv(reply.text)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        given_name: "'=cmd|' /C calc'!A0",
        family_name: 'Quote " and, comma',
        email: 'eve@example.org',
        email_status: 'subscribed',
        phone: '12025550142',
        address: "'-1 Main\nStreet",
        locality: 'Washington',
        region: 'DC',
        postal_code: '20001',
        country: 'US',
        events: '\'=HYPERLINK("http://evil.example.org")',
      },
    ])
  })
})

describe('results', () => {
  it('are listed newest first, and each is read by its address', async () => {
    const path = `${QUERIES}/${idOf(await asked({ include: [native(rally)] }))}`
    const { body } = await post(`${path}/results`, undefined)
    const list = (await get(`${path}/results`)).body
    expect(list).toMatchObject({ total_records: 2, total_pages: 1 })
    const { curies: _none, ..._links } = body._links
    expect(list._embedded['service:results'][0]).toEqual({ ...body, _links })
    expect((await get(body._links.self.href.slice(PUBLIC_URL.length))).body).toEqual(body)
    expect((await get(`${path}/results/${UNKNOWN_ID}`)).status).toBe(404)
    expect((await get(`${path}/people?result=${UNKNOWN_ID}`)).status).toBe(404)
    expect((await get(`${path}/people?result=junk`)).status).toBe(404)
  })

  it('that have expired are gone, and the query says how to get another', async () => {
    const path = `${QUERIES}/${idOf(await asked({ include: [native(rally)] }))}`
    const result = (await get(path)).body._links['service:result'].href.split('/').at(-1)
    const table = openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint })
    const key = keyOf.result(path.split('/').at(-1) as string, result)
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: key }))
    const gone = await get(`${path}/people`)
    expect(gone.status).toBe(409)
    expect(gone.text).toContain('POST')
    await post(`${path}/results`, undefined)
    expect((await get(`${path}/people`)).status).toBe(200)
  })
})

describe("another principal's key", () => {
  it('sees no query, no result and no person of them', async () => {
    const key = demo.other_group.key
    const reply = await asked({ include: [native(rally)] })
    const path = `${QUERIES}/${idOf(reply)}`
    const result = reply.body._links['service:result'].href.slice(PUBLIC_URL.length)
    const unknown = await get(`${QUERIES}/${UNKNOWN_ID}`, { key })
    for (const [method, address, body] of [
      ['GET', path],
      ['PUT', path, { title: 'Mine' }],
      ['GET', `${path}/people`],
      ['GET', `${path}/people.csv`],
      ['GET', `${path}/results`],
      ['POST', `${path}/results`],
      ['GET', result],
    ] as const) {
      const refused = await send(method, address, body, { key })
      expect([address, refused.status]).toEqual([address, 404])
      expect(refused.body.error).toBe(unknown.body.error)
      expect((await send(method, address, body, { key: null })).status).toBe(403)
    }
    expect((await get(QUERIES, { key })).body.total_records).toBe(0)
  })

  it('leaves the table sound', async () => {
    const violations: string[] = []
    await audit(openTable({ tableName: address.tableName, dynamodbEndpoint: address.endpoint }), (each) =>
      violations.push(each),
    )
    expect(violations).toEqual([])
  })
})
