import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, anEvent, demo, get, givenEvent, idOf, post, put } from '../../support/service.js'

/** Returns one field of each member of a collection. */
async function found(path: string, filter: string, field: string, query = '') {
  const reply = await get(`${path}?filter=${encodeURIComponent(filter)}${query}`)
  expect(reply.status, reply.text).toBe(200)
  const members = Object.values(reply.body._embedded)[0] as Record<string, string>[]
  expect(reply.body.total_records, filter).toBe(members.length)
  return members.map((member) => member[field])
}

const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}`
let early = ''
let late = ''
let path = ''

beforeAll(async () => {
  await givenEvent({ title: 'One', identifiers: ['f:1'], start_date: '2026-05-01T10:00:00Z' })
  const two = await givenEvent({
    title: 'Two',
    origin_system: 'Elsewhere',
    start_date: '2026-06-01T10:00:00Z',
    end_date: '2026-06-01T12:00:00Z',
    timezone_identifier: 'America/New_York',
  })
  await post(`${campaign}/events`, anEvent({ title: "Three's", identifiers: ['f:3'] }))
  await givenEvent({ title: 'Not ours', identifiers: ['f:4'] }, { key: demo.other_group.key })
  path = two.path
  early = two.modified_date
  await sleep(1_100)
  late = (
    await put(
      (await get('/api/v2/events?per_page=1')).body._embedded['osdi:events'][0]._links.self.href.slice(
        PUBLIC_URL.length,
      ),
      {},
    )
  ).body.modified_date
})

describe('a filter on events', () => {
  it.each([
    ["title eq 'Two'", ['Two']],
    ["title ne 'Two'", ["Three's", 'One']],
    ["title eq 'Three''s'", ["Three's"]],
    ["title ge 'Three' and title lt 'Two'", ["Three's"]],
    ["origin_system eq 'Elsewhere'", ['Two']],
    ["identifier eq 'f:1'", ['One']],
    ["identifier eq 'f:1' and title eq 'Two'", []],
    ["identifier eq 'f:4'", []],
    [`identifier eq 'service:${UNKNOWN_ID}'`, []],
    ["identifier eq 'service:x'", []],
    [`identifier eq '${'x'.repeat(3000)}'`, []],
    ["identifier ne 'f:1'", ["Three's", 'Two']],
    ["start_date gt '2026-05-01T10:00:00Z'", ['Two']],
    ["start_date ge '2026-05-01'", ['Two', 'One']],
    ["start_date ge '2026-05-01' and title eq 'One'", ['One']],
    ["start_date lt '2026-06-01'", ['One']],
    ["start_date ne '2026-06-01T10:00:00'", ["Three's", 'One']],
    ["start_date eq '2026-06-01T10:00:00-04:00'", ['Two']],
    ["start_date gt '2026-06-01T09:59:59-04:00' and start_date le '2026-06-01T10:00-04:00'", ['Two']],
    ["start_date gt '2027-01-01' and start_date lt '2026-01-01'", []],
    ["start_date gt '9999-12-31T09:00:00-14:00'", []],
    ["start_date gt '0000-01-01'", ['Two', 'One']],
    ["end_date gt '2026-01-01'", ['Two']],
    ['', ["Three's", 'Two', 'One']],
  ])('%s', async (filter, titles) => {
    expect(await found('/api/v2/events', filter, 'title')).toEqual(titles)
  })

  it('finds by dates what was written before the request, in the order of the changes', async () => {
    await sleep(1_100)
    await put(path, { title: 'Two, changed' })
    const titles = await found('/api/v2/events', "modified_date ge '2020-01-01'", 'title')
    expect(titles).toEqual(['One', "Three's", 'Two, changed'])
    expect(await found('/api/v2/events', `modified_date gt '${early}'`, 'title')).toEqual(["Three's", 'Two, changed'])
    expect(await found('/api/v2/events', `modified_date gt '${late}'`, 'title')).toEqual(['Two, changed'])
    expect(await found('/api/v2/events', `modified_date gt '2026-01-01' and title eq 'One'`, 'title')).toEqual(['One'])
    expect(await found('/api/v2/events', `created_date ge '${early}'`, 'title')).toContain("Three's")
    expect(await found('/api/v2/events', "created_date gt '2100-01-01'", 'title')).toEqual([])
    await put(path, { title: 'Two' })
  })

  it('reads a campaign’s events by the same fields', async () => {
    const events = `${campaign}/events`
    expect(await found(events, "identifier eq 'f:3'", 'title')).toEqual(["Three's"])
    expect(await found(events, "identifier eq 'f:1'", 'title')).toEqual([])
    expect(await found(events, "title eq 'Two'", 'title')).toEqual([])
    expect(await found(events, "modified_date gt '2020-01-01'", 'title')).toEqual(["Three's"])
    expect(await found(events, "start_date ne '2020-01-01'", 'title')).toEqual(["Three's"])
  })

  it('takes the names of version 1 on version 1, and no others', async () => {
    expect(await found('/api/v1/events', "summary eq 'Two'", 'summary')).toEqual(['Two'])
    expect(await found('/api/v1/events', "originating_system eq 'Elsewhere'", 'summary')).toEqual(['Two'])
    expect(await found('/api/v1/events', "start gt '2026-05-02'", 'summary')).toEqual(['Two'])
    expect(await found('/api/v1/events', `modified_at ge '2020-01-01'`, 'summary')).toHaveLength(3)
    expect((await get("/api/v1/events?filter=title eq 'Two'")).status).toBe(400)
    expect((await get("/api/v2/events?filter=summary eq 'Two'")).status).toBe(400)
  })

  it.each([
    ['no date', [1, 'soon', 0, 0, 0]],
    ['a date and more than an index takes', [1, `2026-01-01T00:00:00.000Z#${'x'.repeat(2_000)}`, 0, 0, 0]],
    ['an ordinal that no member has', [0, '2026-01-01T00:00:00.000Z', 0, 0, 0]],
    ['numbers that are none', [1, '2026-01-01T00:00:00.000Z', -1, 'x', 0]],
  ])('does not go on after %s', async (_, cursor) => {
    const after = Buffer.from(JSON.stringify(cursor)).toString('base64url')
    const { status, body } = await get(`/api/v2/events?filter=modified_date gt '2020-01-01'&after=${after}`)
    expect(status).toBe(400)
    const [fault] = body['osdi:error'].resource_status[0].error_descriptions
    expect(fault).toMatchObject({ error_code: 'malformed', properties: ['after'] })
  })

  it('is refused with the place of its fault', async () => {
    const { status, body } = await get("/api/v2/events?filter=title+is+'x'")
    expect(status).toBe(400)
    expect(body.error).toContain('at character 7')
    const [fault] = body['osdi:error'].resource_status[0].error_descriptions
    expect(fault).toMatchObject({ error_code: 'malformed_filter', properties: ['filter'] })
  })

  it('may be encoded with plus, percent or both, and follow a page after a second question mark', async () => {
    for (const query of [
      'filter=title+eq+%27Two%27',
      "filter=title%20eq%20'Two'",
      "page=1?filter=title eq 'Two'",
      "per_page=5?filter=title eq 'Two'",
      "filter=title eq 'Two'&filter=origin_system eq 'Elsewhere'",
    ])
      expect((await get(`/api/v2/events?${query}`)).body, query).toMatchObject({ total_records: 1 })
  })

  it('rides along in next and previous', async () => {
    const first = await get("/api/v2/events?per_page=1&page=1?filter=title ne 'One'")
    expect(first.body).toMatchObject({ total_records: 2, total_pages: 2, per_page: 1 })
    const second = await get(first.body._links.next.href.slice(PUBLIC_URL.length))
    expect(second.body._embedded['osdi:events'].map(({ title }: { title: string }) => title)).toEqual(['Two'])
    expect(second.body._links).not.toHaveProperty('next')
    const back = await get(second.body._links.previous.href.slice(PUBLIC_URL.length))
    expect(back.body._embedded).toEqual(first.body._embedded)
  })
})

describe('a filter on campaigns, people and attendances', () => {
  it('finds campaigns', async () => {
    const [title] = await found('/api/v2/event_campaigns', `identifier eq 'service:${demo.event_campaign.id}'`, 'title')
    expect(await found('/api/v2/event_campaigns', `title eq '${title}'`, 'title')).toEqual([title])
    expect(await found('/api/v1/event_campaigns', `summary ne '${title}'`, 'summary')).toEqual([])
    expect(await found('/api/v2/event_campaigns', "modified_date gt '2020-01-01'", 'title')).toEqual([title])
  })

  it('finds people, and compares emails and phones as they are matched', async () => {
    const kim = {
      given_name: 'Kim',
      family_name: 'Lee',
      identifiers: ['f:kim'],
      email_addresses: [{ address: 'Kim@Example.org' }],
      phone_numbers: [{ number: '+1 202 555 0142' }],
      postal_addresses: [{ region: 'DC', postal_code: '20009', country: 'US' }],
    }
    const person = await post('/api/v2/people', { person: kim })
    for (const filter of [
      "email_address eq 'kim@example.ORG'",
      "email eq 'kim@example.org' and given_name eq 'Kim'",
      "phone_number eq '(202) 555-0142'",
      "family_name eq 'Lee' and given_name eq 'Kim'",
      "region eq 'DC' and postal_code eq '20009'",
      "identifier eq 'f:kim'",
      `identifier eq 'service:${idOf(person)}'`,
      `modified_date ge '${person.body.modified_date}' and given_name eq 'Kim'`,
    ])
      expect(await found('/api/v2/people', filter, 'family_name'), filter).toEqual(['Lee'])
    expect(await found('/api/v2/people', "email eq 'kim@example.org' and given_name eq 'Lee'", 'id')).toEqual([])
    expect(await found('/api/v1/people', "email_address eq 'kim@example.org'", 'family_name')).toEqual(['Lee'])
  })

  it('finds a person that has lost a phone number to another one', async () => {
    const signup = (address: string, ...phone_numbers: object[]) =>
      post('/api/v2/people', { person: { email_addresses: [{ address }], phone_numbers } })
    await signup('jo@example.org')
    const { modified_date } = (await signup('mo@example.org', { number: '2025550143' })).body
    await sleep(1_100)
    await signup('jo@example.org', { number: '2025550143' })
    const { body } = await get(`/api/v2/people?filter=modified_date gt '${modified_date}'`)
    const people = body._embedded['osdi:people']
    expect(people.map((person: any) => person.email_addresses[0].address).sort()).toEqual([
      'jo@example.org',
      'mo@example.org',
    ])
  })

  it('finds attendances of an event and of a person', async () => {
    const event = await givenEvent()
    const person = { href: `${PUBLIC_URL}/api/v2/people/${demo.group.member}` }
    const attendance = await post(`${event.path}/attendances`, {
      identifiers: ['f:a'],
      _links: { 'osdi:person': person },
    })
    await post(`${event.path}/attendances`, { person: { email_addresses: [{ address: 'lu@example.org' }] } })
    const id = `service:${idOf(attendance)}`
    const ofMember = [`/api/v2/events/${event.id}/attendances`, `/api/v2/people/${demo.group.member}/attendances`]
    for (const list of ofMember)
      for (const filter of [
        `identifier eq '${id}'`,
        "identifier eq 'f:a'",
        "identifier eq 'f:a' and created_date gt 2020-01-01",
      ])
        expect(await found(list, filter, 'service:person_id'), list + filter).toEqual([demo.group.member])
    expect(await found(ofMember[0] as string, "modified_date gt '2020-01-01'", 'status')).toHaveLength(2)
    expect(await found(ofMember[0] as string, "identifier ne 'f:a'", 'status')).toHaveLength(1)
    const v1 = `/api/v1/events/${event.id}/attendance`
    expect(await found(v1, "identifier eq 'f:a' and modified_at gt '2020-01-01'", 'status')).toHaveLength(1)
    const other = await givenEvent()
    expect(await found(`${other.path}/attendances`, "identifier eq 'f:a'", 'status')).toEqual([])
    expect(await found(`${other.path}/attendances`, `identifier eq '${id}'`, 'status')).toEqual([])
  })
})
