import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, demo, get, idOf, post, put, send } from '../support/service.js'
import { eventsIn, named, vocabularies } from '../support/given/vocabularies.js'
import { has } from '../support/rooms.js'

const other = { key: demo.other_group.key }

describe.each(vocabularies)('$api/events/{id}/$attendances', (vocabulary) => {
  const { version, api, attendances } = vocabulary
  const { events, given, person, totalOf } = eventsIn(vocabulary)
  const inNames = (fields: object) => named(vocabulary, fields)
  const required = version === 'v1' ? inNames({ origin_system: 'Old' }) : {}
  const plain = (id: string, fields: object = {}) => ({
    ...required,
    _links: { 'osdi:person': { href: person(id) } },
    ...fields,
  })
  /** Records an attendance at the event of this path. */
  const attend = (path: string, id: string, fields?: object) => post(`${path}/${attendances}`, plain(id, fields))

  it('answers the attendance, which is then listed, read and counted', async () => {
    const { id, path } = await given()
    const foreign = `acme:rsvp-1-${version}`
    const reply = await attend(path, demo.group.member, { identifiers: [foreign] })
    const self = `${PUBLIC_URL}${path}/${attendances}/${idOf(reply)}`

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      ...required,
      identifiers: [`service:${idOf(reply)}`, foreign],
      [vocabulary.created_date]: expect.stringMatching(/Z$/),
      [vocabulary.modified_date]: reply.body[vocabulary.created_date],
      status: 'accepted',
      'service:attended': false,
      'service:attended_guests': 0,
      'service:guests': 0,
      'service:person_id': demo.group.member,
      'service:event_id': id,
      ...(version === 'v2' && { 'service:referrer_data': { source: 'none', website: 'api' } }),
      _links: {
        self: { href: self },
        'osdi:event': { href: PUBLIC_URL + path },
        'osdi:person': { href: person(demo.group.member) },
        ...(has('pages') && {
          'service:self_service': { href: expect.stringMatching(/\/rsvp\/[\w-]{66}$/) },
        }),
        curies: expect.any(Array),
      },
    })
    expect((await get(`${path}/${attendances}/${idOf(reply)}`)).body).toEqual(reply.body)
    const list = (await get(`${path}/${attendances}`)).body
    expect(list).toMatchObject({ total_records: 1, total_pages: 1, page: 1, per_page: 25 })
    expect(Object.keys(list._embedded)).toEqual([`osdi:${attendances}`])
    expect(list._links['osdi:attendance']).toEqual([{ href: self }])
    expect(list._links[`osdi:${attendances}`]).toEqual([{ href: self }])
    for (const total of [
      await totalOf(path),
      (await get(events)).body._embedded['osdi:events'][0].total_accepted,
      await totalOf(path.replace('v2', 'v1')),
      await totalOf(path.replace('v1', 'v2')),
    ])
      expect(total).toBe(1)
    const ofPerson = (await get(`${api}/people/${demo.group.member}/${attendances}`)).body
    expect(ofPerson._embedded[`osdi:${attendances}`][0]['service:event_id']).toBe(id)
  })

  it('answers the same attendance again and counts it once', async () => {
    const { path } = await given()
    const replies = []
    for (let i = 0; i < 3; i++) replies.push(await attend(path, demo.group.member))
    expect(new Set(replies.map(idOf)).size).toBe(1)
    expect(await totalOf(path)).toBe(1)
  })

  it.each([
    ['no link', {}],
    ['an unknown person', plain(UNKNOWN_ID)],
    ['a person of another group', plain(demo.other_group.creator)],
    ['another host', { _links: { 'osdi:person': { href: `https://evil.example${api}/people/${demo.group.member}` } } }],
    ['no address', { _links: { 'osdi:person': { href: 'x' } } }],
    ['odd links', { _links: ['x'] }],
  ])('refuses %s in the words that clients compare', async (_, body) => {
    const { path } = await given()
    const { status, body: answer } = await post(`${path}/${attendances}`, { ...required, ...body })
    expect([status, answer.error]).toEqual([400, 'You must specify a valid person id'])
    expect(await totalOf(path)).toBe(0)
  })

  it("does not exist under another principal's key, an unknown event, or another event's address", async () => {
    const { path } = await given()
    const reply = await attend(path, demo.group.member)
    const elsewhere = await given()
    for (const [address, sending] of [
      [`${path}/${attendances}`, other],
      [`${path}/${attendances}/${idOf(reply)}`, other],
      [`${elsewhere.path}/${attendances}/${idOf(reply)}`, {}],
      [`${events}/${UNKNOWN_ID}/${attendances}`, {}],
      [`${path}/${attendances}/${UNKNOWN_ID}`, {}],
    ] as const)
      expect((await get(address, sending)).status).toBe(404)
    expect((await post(`${path}/${attendances}`, plain(demo.other_group.creator), other)).status).toBe(404)
  })

  it('takes an identifier that is free, and refuses one of another attendance', async () => {
    const { path } = await given()
    const [held, more] = [`acme:held-rsvp-${version}`, `acme:more-rsvp-${version}`]
    await attend(path, demo.group.member, { identifiers: [held] })
    const taken = await attend(path, demo.group.organizer, { identifiers: [held] })
    expect(taken.status).toBe(409)
    expect(await totalOf(path)).toBe(1)
    const again = await attend(path, demo.group.member, { identifiers: [more] })
    expect(again.body.identifiers.slice(1)).toEqual([held, more])
    expect(again.headers).not.toHaveProperty('osdi-ignored')
  })

  it('adds identifiers by PUT, and changes nothing else but the status', async () => {
    const { path } = await given()
    const { body } = await attend(path, demo.group.member)
    const foreign = `acme:put-rsvp-${version}`
    const change = { identifiers: [foreign, 'bad'], status: 'confirmed', 'service:guests': 1 }
    const self = new URL(body._links.self.href).pathname
    const { status, body: changed, headers } = await put(self, change)
    expect(status).toBe(200)
    expect(changed).toEqual({
      ...body,
      identifiers: [...body.identifiers, foreign],
      [vocabulary.modified_date]: expect.any(String),
    })
    expect(headers['osdi-ignored']).toBe('identifiers[1], status, service:guests')
  })

  it('refuses DELETE', async () => {
    const { path } = await given()
    const reply = await attend(path, demo.group.member)
    const { status, headers } = await send('DELETE', `${path}/${attendances}/${idOf(reply)}`)
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, PUT, OPTIONS'])
  })
})

describe('an attendance in version 1', () => {
  it('requires originating_system', async () => {
    const [vocabulary] = vocabularies
    const { given, person } = eventsIn(vocabulary as (typeof vocabularies)[number])
    const { path } = await given()
    const body = { _links: { 'osdi:person': { href: person(demo.group.member) } } }
    expect((await post(`${path}/attendance`, body)).status).toBe(400)
  })
})
