import { describe, expect, it } from 'vitest'
import {
  UNKNOWN_ID,
  PUBLIC_URL,
  demo,
  get,
  givenEvent,
  givenInterfaceEvent,
  idOf,
  post,
  send,
} from '../support/service.js'
import { has } from '../support/rooms.js'

const person = (id: string) => `${PUBLIC_URL}/api/v2/people/${id}`
const plain = (id: string, fields: object = {}) => ({
  _links: { 'osdi:person': { href: person(id) } },
  ...fields,
})
const helper = (email: string, fields: object = {}) => ({
  person: { email_addresses: [{ address: email }] },
  ...fields,
})
const totalOf = async (path: string) => (await get(path)).body.total_accepted as number
const other = { key: demo.other_group.key }

describe('POST /api/v2/events/{id}/attendances with a person link', () => {
  it('names the identifiers that stay with others, of the attendance and of the person', async () => {
    const { path } = await givenEvent()
    await post(`${path}/attendances`, plain(demo.group.organizer, { identifiers: ['acme:theirs-rsvp'] }))
    const first = helper('left@example.org', { identifiers: ['acme:left-rsvp'] })
    await post(`${path}/attendances`, first)
    const { status, body, headers } = await post(`${path}/attendances`, {
      identifiers: ['acme:theirs-rsvp', 'acme:left-rsvp'],
      person: { ...first.person, identifiers: [`service:${demo.group.member}`, 'acme:left-person'] },
    })
    expect([status, body.identifiers.slice(1)]).toEqual([200, ['acme:left-rsvp']])
    expect(headers['osdi-ignored']).toBe(`acme:theirs-rsvp, service:${demo.group.member}`)
  })
})

describe('the record attendance helper', () => {
  it('adds a person who is new, attends for the one who is known, and merges what is said of them', async () => {
    const { path } = await givenEvent()
    const body = {
      person: {
        given_name: 'Ada',
        email_addresses: [{ address: 'Ada@Example.org' }],
        postal_addresses: [{ postal_code: '20009' }],
      },
      'service:referrer_data': { source: 'newsletter' },
      triggers: { autoresponse: { enabled: true } },
    }
    const first = await post(`${path}/attendances`, body)
    expect(first.status).toBe(200)
    expect(first.body['service:referrer_data']).toEqual({ source: 'newsletter', website: 'api' })
    const added = (await get(new URL(first.body._links['osdi:person'].href).pathname)).body
    expect(added).toMatchObject({
      given_name: 'Ada',
      email_addresses: [{ primary: true, address: 'Ada@Example.org', status: 'subscribed' }],
      postal_addresses: [{ primary: true, postal_code: '20009', country: 'US' }],
    })

    const event = await givenEvent()
    const again = await post(`${event.path}/attendances`, {
      person: {
        family_name: 'Lovelace',
        email_addresses: [{ address: 'ada@example.ORG', status: 'unsubscribed' }],
      },
    })
    expect(again.body['service:person_id']).toBe(first.body['service:person_id'])
    const known = (await get(new URL(again.body._links['osdi:person'].href).pathname)).body
    expect(known).toMatchObject({
      given_name: 'Ada',
      family_name: 'Lovelace',
      email_addresses: [{ status: 'subscribed' }],
    })
  })

  it('takes what browser forms send: a line for address_lines, empty texts for nothing', async () => {
    const { path } = await givenEvent()
    const { status } = await post(`${path}/attendances`, {
      person: {
        given_name: '',
        email_addresses: [{ address: 'form@example.org' }],
        phone_numbers: [{ number: '' }],
        postal_addresses: [{ address_lines: '1 Main Street', locality: '', postal_code: '20009' }],
      },
    })
    expect(status).toBe(200)
  })

  it.each([
    ['neither email nor phone', { person: { given_name: 'x' } }],
    ['texts where objects belong', { person: { email_addresses: ['a@b.example'] } }],
    ['a person that is a text', { person: 'x' }],
    ['a person that is null', { person: null }],
    ['an address that is none', { person: { email_addresses: [{ address: 'nowhere' }] } }],
    ['a number that is none', { person: { phone_numbers: [{ number: 'call me' }] } }],
    ['tags that are no texts', helper('t@example.org', { add_tags: [1] })],
  ])('refuses %s, and records nothing', async (_, body) => {
    const { path } = await givenEvent()
    const before = (await get('/api/v2/people')).body.total_records
    expect((await post(`${path}/attendances`, body)).status).toBe(400)
    expect(await totalOf(path)).toBe(0)
    expect((await get('/api/v2/people')).body.total_records).toBe(before)
  })

  it('answers {} with the work done when asked for background work', async () => {
    const { path } = await givenEvent()
    const { status, body } = await post(`${path}/attendances?background_request=true`, helper('background@example.org'))
    expect([status, body]).toEqual([200, {}])
    expect(await totalOf(path)).toBe(1)
  })
})

describe.runIf(has('seats'))('an event with a limited number of seats', () => {
  it('refuses an RSVP beyond them in a sentence, and goes on answering those it has', async () => {
    const { path } = await givenInterfaceEvent({ capacity: 1 })
    expect((await post(`${path}/attendances`, plain(demo.group.member))).status).toBe(200)
    const refused = await post(`${path}/attendances`, plain(demo.group.organizer))
    expect([refused.status, refused.body.error]).toEqual([409, 'This event is full'])
    expect((await post(`${path}/attendances`, plain(demo.group.member))).status).toBe(200)
    expect((await get(path)).body).toMatchObject({ total_accepted: 1, capacity: 1 })
  })
})

describe('attendances of a person', () => {
  it('are listed newest first with exact totals, and read under the person', async () => {
    const email = 'busy@example.org'
    const replies = []
    for (let i = 0; i < 3; i++) replies.push(await post(`${(await givenEvent()).path}/attendances`, helper(email)))
    const id = replies[0]?.body['service:person_id'] as string
    const { body } = await get(`/api/v2/people/${id}/attendances?per_page=2`)
    expect(body).toMatchObject({ total_records: 3, total_pages: 2 })
    expect(body._links.next.href).toBe(`${person(id)}/attendances?per_page=2&page=2`)
    for (const reply of replies) {
      const single = await get(`/api/v2/people/${id}/attendances/${idOf(reply)}`)
      expect(single.body).toEqual(reply.body)
    }
    expect((await get(`/api/v2/people/${id}/attendances`, other)).status).toBe(404)
    expect((await get(`/api/v2/people/${demo.group.member}/attendances/${idOf(replies[0] as never)}`)).status).toBe(404)
  })
})

describe('attendances through the campaign', () => {
  it('are recorded and listed for the campaign, and for no event outside of it', async () => {
    const campaign = `/api/v2/event_campaigns/${demo.event_campaign.id}`
    const inside = await post(`${campaign}/events`, { title: 'Inside', origin_system: 'Test' })
    const path = `${campaign}/events/${idOf(inside)}/attendances`
    const reply = await post(path, helper('campaign@example.org'))
    expect(reply.status).toBe(200)
    const { body } = await get(path)
    expect(body).toMatchObject({ total_records: 1, _links: { self: { href: PUBLIC_URL + path } } })
    const outside = await givenEvent()
    expect((await get(`${campaign}/events/${outside.id}/attendances`)).status).toBe(404)
    expect((await get(path, other)).status).toBe(404)
  })
})

describe('email lists', () => {
  const listsOf = async (key?: string) => (await get('/api/v2/lists', { key })).body._embedded['osdi:lists'] as any[]
  const itemsOf = async (list: any) =>
    (await get(`${new URL(list._links['osdi:items'].href).pathname}?per_page=100`)).body

  it('holds attendees of an event with an explicit creator on that personal list as well, once', async () => {
    const _links = { 'osdi:creator': { href: person(demo.group.organizer) } }
    for (let i = 0; i < 2; i++)
      await post(`${(await givenEvent({ _links })).path}/attendances`, helper('personal@example.org'))
    const personal = (await listsOf()).find(({ title }) => title.includes('Lucia'))
    expect(personal.total_items).toBe(1)
    const items = await itemsOf(personal)
    expect(items.total_records).toBe(1)
    const href = items._embedded['osdi:items'][0]._links['osdi:person'].href
    expect((await get(new URL(href).pathname)).body.email_addresses[0].address).toBe('personal@example.org')
  })

  it("holds attendees without an explicit creator on the principal's list only", async () => {
    await post(`${(await givenEvent()).path}/attendances`, helper('own-list@example.org'))
    const [own, ...personal] = await listsOf()
    expect(own.title).toBe(demo.group.title)
    const people = (await get('/api/v2/people')).body.total_records
    expect(own.total_items).toBe(people)
    expect((await itemsOf(own)).total_records).toBe(people)
    for (const list of personal) expect(list.title).not.toContain('Maya')
  })

  it('are readable one by one if a person is on them: personal lists of members, as in the collection', async () => {
    const { body } = await get(`/api/v2/lists/${demo.group.organizer}`)
    const among = (await listsOf()).find(({ title }) => title.includes('Lucia'))
    expect({ ...body, _links: { self: body._links.self } }).toEqual({
      ...among,
      _links: { self: among._links.self },
    })
    const nobodys = [demo.group.member, demo.other_group.creator, UNKNOWN_ID]
    for (const id of nobodys) expect((await get(`/api/v2/lists/${id}`)).status, id).toBe(404)
    expect((await get(`/api/v2/lists/${demo.group.organizer}`, { key: demo.individual.key })).status).toBe(404)
  })

  it('are readable alone, item by item, by their owner only', async () => {
    const [own] = await listsOf()
    const path = new URL(own._links.self.href).pathname
    expect((await get(path)).body).toMatchObject({ title: own.title, _links: { curies: expect.any(Array) } })
    const item = (await itemsOf(own))._embedded['osdi:items'][0]
    expect((await get(new URL(item._links.self.href).pathname)).body.item_type).toBe('osdi:person')
    for (const address of [path, `${path}/items`, new URL(item._links.self.href).pathname])
      expect((await get(address, other)).status).toBe(404)
    expect((await get(`${path}/items/${demo.other_group.creator}`)).status).toBe(404)
    expect((await send('POST', '/api/v2/lists')).status).toBe(405)
    expect(await listsOf(demo.individual.key)).toHaveLength(1)
  })
})
