import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, demo, get, givenEvent, givenInterfaceEvent, post, put, send } from '../../support/service.js'

/*
 * The rows of the version 1 document that differ from version 2, by their names: the fields, the links, the envelope,
 * the endpoints, authentication and versioning. What both versions do is under test/functions/events.
 */

const EVENTS = '/api/v1/events'
const v1Event = (fields: object = {}) => ({
  summary: 'Phone bank',
  originating_system: 'Old system',
  location: { postal_code: '20009' },
  ...fields,
})
const created = async (fields: object = {}, key?: string) => (await post(EVENTS, v1Event(fields), { key })).body
const person = (id: string) => `${PUBLIC_URL}/api/v1/people/${id}`
const pathOf = (resource: any) => new URL(resource._links.self.href).pathname

/** With everything that only events of the organizer's own interface have. */
const interfaceEvent = () =>
  givenInterfaceEvent({
    title: 'Gala',
    name: 'internal',
    browser_url: 'https://example.org/gala',
    event_campaign_id: demo.event_campaign.id,
    hidden: true,
    capacity: 5,
    featured_image_url: 'https://example.org/x.png',
  })

describe('version 1, Event: the field', () => {
  it('originating_system is required and can be changed', async () => {
    expect((await post(EVENTS, v1Event({ originating_system: undefined }))).status).toBe(400)
    const event = await created()
    expect(event.originating_system).toBe('Old system')
    expect((await put(pathOf(event), { originating_system: 'Newer' })).body.originating_system).toBe('Newer')
  })

  it('created_at and modified_at are system generated, in UTC with a trailing Z', async () => {
    const event = await created({ created_at: '2001-01-01T00:00:00Z', modified_at: '2001-01-01T00:00:00Z' })
    expect(event.created_at).toMatch(/^20(?!01)\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(event.modified_at).toBe(event.created_at)
  })

  it('summary is the title and required', async () => {
    expect((await post(EVENTS, v1Event({ summary: ' ' }))).status).toBe(400)
    expect((await created({ summary: 'Rally' })).summary).toBe('Rally')
  })

  it('description may contain HTML', async () => {
    expect((await created({ description: '<p>x</p>' })).description).toBe('<p>x</p>')
  })

  it('service:event_instructions may contain HTML', async () => {
    const event = await created({ 'service:event_instructions': '<p>y</p>' })
    expect(event['service:event_instructions']).toBe('<p>y</p>')
  })

  it('url is shown only for events created in the user interface, and cannot be set', async () => {
    expect(await created({ url: 'https://example.org' })).not.toHaveProperty('url')
    const { id } = await interfaceEvent()
    expect((await get(`${EVENTS}/${id}`)).body.url).toBe('https://example.org/gala')
    expect((await put(`${EVENTS}/${id}`, { url: 'https://example.org/other' })).body.url).toBe(
      'https://example.org/gala',
    )
  })

  it('start is the start date and time', async () => {
    expect((await created({ start: '2026-12-01 18:30' })).start).toBe('2026-12-01T18:30:00Z')
    expect((await post(EVENTS, v1Event({ start: 'never' }))).body['osdi:error'].resource_status[0]).toMatchObject({
      error_descriptions: [{ properties: ['start'] }],
    })
  })

  it('location has the sub-fields of version 2, and postal_code is required on POST', async () => {
    for (const location of [undefined, null, {}, { postal_code: '' }]) {
      const { status, body } = await post(EVENTS, v1Event({ location }))
      expect([location, status]).toEqual([location, 400])
      expect(body.error).toContain('location.postal_code is required')
    }
    const { location } = await created({
      location: {
        venue: 'Hall',
        address_lines: ['1 Main Street', 'second'],
        locality: 'Washington',
        region: 'DC',
        postal_code: '20009',
        language: 'fr',
      },
    })
    expect(location).toMatchObject({
      venue: 'Hall',
      address_lines: ['1 Main Street'],
      postal_code: '20009',
      country: 'US',
      language: 'en',
      location: { latitude: expect.any(Number), longitude: expect.any(Number), accuracy: 'Approximate' },
    })
  })

  it('osdi:creator is embedded, assigned from the API key, and not editable after creation', async () => {
    const event = await created()
    expect(event._embedded['osdi:creator']._links.self.href).toBe(person(demo.group.creator))
    const links = { 'osdi:creator': { href: person(demo.group.organizer) } }
    const { body } = await put(pathOf(event), { _links: links, 'osdi:creator': { given_name: 'x' } })
    expect(body._embedded['osdi:creator']._links.self.href).toBe(person(demo.group.creator))
  })

  it('osdi:organizer is always the same as osdi:creator', async () => {
    const _links = { 'osdi:creator': { href: person(demo.group.administrator) } }
    const event = await created({ _links })
    expect(event._embedded['osdi:creator'].given_name).toBe('Daniel')
    expect(event._embedded['osdi:organizer']).toEqual(event._embedded['osdi:creator'])
  })

  it('service:event_campaign_id names the campaign', async () => {
    const { id } = await interfaceEvent()
    expect((await get(`${EVENTS}/${id}`)).body['service:event_campaign_id']).toBe(demo.event_campaign.id)
    expect(await created()).not.toHaveProperty('service:event_campaign_id')
  })

  it('total_accepted, status, transparence, visibility, guestsCanInviteOthers and reminders have their fixed values', async () => {
    const event = await created({
      total_accepted: 9,
      status: 'cancelled',
      guestsCanInviteOthers: false,
      reminders: [],
    })
    expect(event).toMatchObject({
      total_accepted: 0,
      status: 'confirmed',
      transparence: 'opaque',
      visibility: 'public',
      guestsCanInviteOthers: true,
      reminders: [{ method: 'email', minutes: 1440 }],
    })
  })

  it('service:sponsor has summary and url, with a group key alone', async () => {
    expect((await created())['service:sponsor']).toEqual({
      summary: demo.group.title,
      url: expect.stringMatching(/^http/),
    })
    expect(await created({}, demo.individual.key)).not.toHaveProperty('service:sponsor')
  })

  it.each([
    'name',
    'title',
    'end_date',
    'capacity',
    'browser_url',
    'featured_image_url',
    'service:hidden',
    'instructions',
    'origin_system',
  ])('%s does not exist, neither in an answer nor in a body', async (field) => {
    const { id } = await interfaceEvent()
    expect((await get(`${EVENTS}/${id}`)).body).not.toHaveProperty(field)
    const { status, headers } = await post(EVENTS, v1Event({ [field]: 'x' }))
    expect([status, headers['osdi-ignored']]).toEqual([200, field])
  })
})

describe('version 1, Embedded person', () => {
  it('has the fields and links of the document, with curies on an individual event', async () => {
    const event = await created()
    const href = person(demo.group.creator)
    expect(event._embedded['osdi:creator']).toEqual({
      given_name: 'Maya',
      family_name: 'Okafor',
      identifiers: [`service:${demo.group.creator}`],
      created_at: expect.stringMatching(/Z$/),
      modified_at: expect.stringMatching(/Z$/),
      originating_system: expect.any(String),
      email_addresses: [{ primary: true, address: 'maya.okafor@example.org' }],
      postal_addresses: [],
      _links: {
        self: { href },
        'osdi:question_answers': { href: `${href}/question_answers` },
        'osdi:attendance': { href: `${href}/attendance` },
        'osdi:signatures': { href: `${href}/signatures` },
        'osdi:submissions': { href: `${href}/submissions` },
        'osdi:donations': { href: `${href}/donations` },
        curies: [expect.objectContaining({ name: 'osdi' }), expect.objectContaining({ name: 'service' })],
      },
    })
  })

  it('leads to the person, and to empty collections for what is not held', async () => {
    const { curies: _curies, ...links } = (await created())._embedded['osdi:creator']._links
    for (const [rel, { href }] of Object.entries<{ href: string }>(links)) {
      const { status, body } = await get(new URL(href).pathname)
      expect([rel, status]).toEqual([rel, 200])
      if (rel !== 'self') expect(body).toMatchObject({ total_records: 0, total_pages: 0, _embedded: { [rel]: [] } })
    }
    expect((await get(`/api/v1/people/${demo.group.creator}/nonsense`)).status).toBe(404)
  })

  it("is not shown to another principal's key", async () => {
    for (const path of ['', '/signatures']) {
      const { status } = await get(`/api/v1/people/${demo.group.creator}${path}`, {
        key: demo.other_group.key,
      })
      expect(status).toBe(404)
    }
  })
})

describe('version 1, Links of an event', () => {
  it('are those of the document', async () => {
    const { id } = await interfaceEvent()
    const self = `${PUBLIC_URL}${EVENTS}/${id}`
    expect((await get(`${EVENTS}/${id}`)).body._links).toEqual({
      self: { href: self },
      'osdi:attendance': { href: `${self}/attendance` },
      'osdi:creator': { href: person(demo.group.creator) },
      'osdi:organizer': { href: person(demo.group.creator) },
      'service:event_campaign': { href: `${PUBLIC_URL}/api/v1/event_campaigns/${demo.event_campaign.id}` },
      'service:embed': { href: `${self}/embed` },
      curies: [
        { name: 'osdi', href: `${PUBLIC_URL}/docs/{rel}`, templated: true },
        { name: 'service', href: `${PUBLIC_URL}/docs/{rel}`, templated: true },
      ],
    })
  })
})

describe('version 1, Event collection', () => {
  it('has the envelope of version 2, and in each event its own creator and organizer without curies', async () => {
    const _links = { 'osdi:creator': { href: person(demo.group.member) } }
    await created({ summary: 'By a member', _links })
    await created({ summary: 'By the creator' })
    const { body } = await get(`${EVENTS}?per_page=2`)
    expect(body).toMatchObject({
      per_page: 2,
      page: 1,
      total_records: expect.any(Number),
      total_pages: expect.any(Number),
    })
    expect(body._links).toMatchObject({
      self: { href: PUBLIC_URL + EVENTS },
      next: { href: `${PUBLIC_URL}${EVENTS}?per_page=2&page=2` },
      'osdi:events': [{ href: expect.stringContaining(EVENTS) }, { href: expect.stringContaining(EVENTS) }],
      curies: [{ name: 'osdi' }, { name: 'service' }],
    })
    const events = body._embedded['osdi:events']
    expect(events.map((event: any) => event._embedded['osdi:creator'].given_name)).toEqual(['Maya', 'Tom'])
    for (const event of events) {
      expect(event._embedded['osdi:organizer']).toEqual(event._embedded['osdi:creator'])
      expect(event._links).not.toHaveProperty('curies')
      expect(event._embedded['osdi:creator']._links).not.toHaveProperty('curies')
    }
  })
})

describe('version 1, Endpoints', () => {
  it('embed the people of each event at GET /event_campaigns/<id>/events', async () => {
    const { id } = await interfaceEvent()
    const { body } = await get(`/api/v1/event_campaigns/${demo.event_campaign.id}/events`)
    const [event] = body._embedded['osdi:events']
    expect(event.identifiers).toContain(`service:${id}`)
    expect(event._embedded['osdi:creator'].given_name).toBe('Maya')
  })

  it('give a minimal POST the defaults of the document (rule 5)', async () => {
    expect(await created()).toMatchObject({
      status: 'confirmed',
      transparence: 'opaque',
      visibility: 'public',
      guestsCanInviteOthers: true,
      reminders: [{ method: 'email', minutes: 1440 }],
      total_accepted: 0,
      location: {
        region: expect.any(String),
        country: 'US',
        language: 'en',
        location: { accuracy: 'Approximate' },
      },
    })
  })
})

describe('version 1, Authentication', () => {
  it('takes the key in the header api-key, and in no other', async () => {
    expect((await get(EVENTS)).status).toBe(200)
    const { status, body } = await get(EVENTS, { key: null, headers: { 'OSDI-API-Token': demo.group.key } })
    expect(status).toBe(403)
    expect(body.error).toMatch(/^API Key invalid or not present/)
  })
})

describe('version 1, Versioning', () => {
  it('is announced as deprecated on every answer, with a link to version 2', async () => {
    const event = await created()
    const answers = await Promise.all([
      get('/api/v1'),
      get(EVENTS),
      get(pathOf(event)),
      get(`${EVENTS}/unknown`),
      get(EVENTS, { key: 'wrong' }),
      send('DELETE', pathOf(event)),
      get(`${EVENTS}/`),
      get('/api/v1/people'),
    ])
    for (const { headers } of answers) {
      expect(headers['deprecation']).toMatch(/^@\d{10}$/)
      expect(headers['link']).toBe(`<${PUBLIC_URL}/api/v2>; rel="successor-version"`)
    }
    expect((await get('/api/v2/events')).headers).not.toHaveProperty('deprecation')
  })

  it('has an entry point of a welcome and links, all of which resolve', async () => {
    const { body } = await get('/api/v1', { key: null })
    expect(Object.keys(body)).toEqual(['motd', '_links'])
    const { curies: _curies, ...links } = body._links
    for (const { href } of Object.values<{ href: string }>(links))
      expect((await get(new URL(href).pathname)).status).toBe(200)
  })

  it('lists people of the key alone, with the envelope of every collection', async () => {
    const { body } = await get('/api/v1/people', { key: demo.individual.key })
    expect(body).toMatchObject({ total_records: 1, total_pages: 1, page: 1, per_page: 25 })
    expect(body._embedded['osdi:people'][0].given_name).toBe('Joan')
    expect((await get(pathOf(body._embedded['osdi:people'][0]))).status).toBe(404)
  })

  it('keeps what only version 2 knows through a change in version 1', async () => {
    const event = await givenEvent({
      name: 'internal',
      end_date: '2026-12-02',
      browser_url: 'https://example.org',
    })
    await put(`${EVENTS}/${event.id}`, { summary: 'Changed in version 1' })
    expect((await get(event.path)).body).toMatchObject({
      title: 'Changed in version 1',
      name: 'internal',
      end_date: '2026-12-02T00:00:00Z',
      browser_url: 'https://example.org',
    })
  })
})
