import { describe, expect, it, vi } from 'vitest'
import { NOBODY, PUBLIC_URL, anEvent, demo, get, givenEvent, idOf, post } from '../../support/service.js'

const person = (id: string) => `${PUBLIC_URL}/api/v2/people/${id}`
const byCreator = (href: unknown) => anEvent({ _links: { 'osdi:creator': { href } } })
const individual = { key: demo.individual.key }
const other = { key: demo.other_group.key }

describe('POST /api/v2/events', () => {
  it('gives an event of title and origin_system alone every default of the specification', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00.123Z') })
    const reply = await post('/api/v2/events', { title: 'Phone bank', origin_system: 'Test' })
    vi.useRealTimers()
    const self = `${PUBLIC_URL}/api/v2/events/${idOf(reply)}`

    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      identifiers: [`service:${idOf(reply)}`],
      origin_system: 'Test',
      created_date: '2026-11-21T10:00:00Z',
      modified_date: '2026-11-21T10:00:00Z',
      title: 'Phone bank',
      location: {
        region: '',
        country: 'US',
        language: 'en',
        location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
      },
      total_accepted: 0,
      status: 'confirmed',
      transparence: 'opaque',
      visibility: 'public',
      guests_can_invite_others: true,
      'service:hidden': false,
      reminders: [{ method: 'email', minutes: 1440 }],
      'service:sponsor': { title: demo.group.title, browser_url: expect.any(String) },
      _links: {
        self: { href: self },
        'osdi:attendances': { href: `${self}/attendances` },
        'osdi:record_attendance_helper': { href: `${self}/attendances` },
        'osdi:creator': { href: person(demo.group.creator) },
        'osdi:organizer': { href: person(demo.group.creator) },
        'service:embed': { href: `${self}/embed` },
        curies: [
          { name: 'osdi', href: `${PUBLIC_URL}/docs/{rel}`, templated: true },
          { name: 'service', href: `${PUBLIC_URL}/docs/{rel}`, templated: true },
        ],
      },
    })
  })

  it('keeps every field that a caller may set, and answers what a later GET answers', async () => {
    const fields = {
      identifiers: ['acme:keeps-1', 'acme_2:a@b.example:7'],
      name: 'Internal name',
      title: 'Town hall <b>& more</b>',
      description: '<p>Ünïcode 🎉</p>',
      instructions: '<i>Bring water</i>',
      browser_url: 'https://example.org/town-hall?a=1',
      start_date: '2026-12-01T18:30:00Z',
      end_date: '2026-12-01 20:00:00',
      location: {
        venue: 'Town hall',
        address_lines: ['1 Main Street'],
        locality: 'Springfield',
        region: 'IL',
        postal_code: '62701',
        country: 'US',
      },
    }
    const { status, body } = await post('/api/v2/events', anEvent(fields))

    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...fields,
      identifiers: [expect.stringMatching(/^service:[0-9a-f-]{36}$/), ...fields.identifiers],
      end_date: '2026-12-01T20:00:00Z',
    })
    const again = await get(new URL(body._links.self.href).pathname)
    expect(again.body).toEqual(body)
  })

  it('answers with the headers of the specification', async () => {
    const { headers } = await post('/api/v2/events', anEvent())
    expect(headers).toMatchObject({
      'content-type': 'application/hal+json',
      'cache-control': 'max-age=0, private, must-revalidate',
      'x-request-id': expect.stringMatching(/.+/),
    })
    expect(headers).not.toHaveProperty('osdi-ignored')
  })

  it('shows no sponsor for the key of an individual account, whose person is the creator', async () => {
    const { body } = await post('/api/v2/events', anEvent(), individual)
    expect(body).not.toHaveProperty('service:sponsor')
    expect(body._links['osdi:creator'].href).toBe(person(demo.individual.person))
  })

  it('ignores read-only and unknown fields, and lists them in a header', async () => {
    const sent = anEvent({
      total_accepted: 7,
      status: 'cancelled',
      visibility: 'private',
      created_date: '2001-01-01',
      capacity: 3,
      featured_image_url: 'https://example.org/x.png',
      'service:hidden': true,
      'service:sponsor': { title: 'Somebody else' },
      'höhe\r\nset-cookie: x': 1,
      location: { language: 'de', location: { latitude: 1, longitude: 2 } },
    })
    const { status, body, headers } = await post('/api/v2/events', sent)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      total_accepted: 0,
      status: 'confirmed',
      visibility: 'public',
      'service:hidden': false,
    })
    expect(body['service:sponsor'].title).toBe(demo.group.title)
    expect(body.location).toMatchObject({ language: 'en', location: { latitude: 38, longitude: -97 } })
    expect(body).not.toHaveProperty('capacity')
    expect(body).not.toHaveProperty('featured_image_url')
    const ignored = headers['osdi-ignored']?.split(', ')
    expect(ignored).toEqual(
      expect.arrayContaining([
        'total_accepted',
        'status',
        'service:hidden',
        'location.language',
        'location.location',
      ]),
    )
    expect(headers['osdi-ignored']).toMatch(/^[\x21-\x7e ]+$/)
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it('keeps only the first of the address lines, and takes an empty text for no value', async () => {
    const location = { address_lines: ['1 Main Street', 'Back door'], venue: '' }
    const { body } = await post('/api/v2/events', anEvent({ location, description: '', name: null }))
    expect(body.location.address_lines).toEqual(['1 Main Street'])
    expect(body.location).not.toHaveProperty('venue')
    expect(body).not.toHaveProperty('description')
    expect(body).not.toHaveProperty('name')
  })

  it('takes HAL+JSON, no content type, and an odd case of it', async () => {
    for (const type of ['application/hal+json', 'Application/JSON; charset=UTF-8', '']) {
      const { status } = await post('/api/v2/events', anEvent(), { headers: { 'content-type': type } })
      expect([type, status]).toEqual([type, 200])
    }
  })

  describe('with a creator link', () => {
    it.each(['organizer', 'administrator', 'creator'] as const)(
      'accepts the %s of the group',
      async (role) => {
        const { body } = await post('/api/v2/events', byCreator(person(demo.group[role])))
        expect(body._links['osdi:creator'].href).toBe(person(demo.group[role]))
        expect(body._links['osdi:organizer'].href).toBe(person(demo.group[role]))
      },
    )

    it('accepts a person address of version 1, and a trailing slash', async () => {
      const href = `${PUBLIC_URL}/api/v1/people/${demo.group.organizer}/`
      const { body } = await post('/api/v2/events', byCreator(href))
      expect(body._links['osdi:creator'].href).toBe(person(demo.group.organizer))
    })

    it.each([
      ['a mere member', () => person(demo.group.member)],
      ['a person of another group', () => person(demo.other_group.creator)],
      ['nobody', () => person(NOBODY)],
      ['another host', () => person(demo.group.organizer).replace('events.', 'evil.')],
      ['a path alone', () => `/api/v2/people/${demo.group.organizer}`],
      ['a number', () => 7],
      ['null', () => null],
    ])('falls back to the original creator of the group for %s, without an error', async (_, href) => {
      const { status, body, headers } = await post('/api/v2/events', byCreator(href()))
      expect([status, headers['osdi-ignored']]).toEqual([200, '_links.osdi:creator'])
      expect(body._links['osdi:creator'].href).toBe(person(demo.group.creator))
    })

    it.each([[null], ['x'], [{ 'osdi:creator': null }], [{ 'osdi:creator': [] }], [7]])(
      'takes the odd links %j for none',
      async (_links) => {
        const { status, body } = await post('/api/v2/events', anEvent({ _links }))
        expect(status).toBe(200)
        expect(body._links['osdi:creator'].href).toBe(person(demo.group.creator))
      },
    )

    it("accepts an individual account's own person and nobody else", async () => {
      const own = await post('/api/v2/events', byCreator(person(demo.individual.person)), individual)
      const stranger = await post('/api/v2/events', byCreator(person(demo.group.organizer)), individual)
      for (const { body } of [own, stranger])
        expect(body._links['osdi:creator'].href).toBe(person(demo.individual.person))
    })
  })

  describe('with identifiers', () => {
    it('updates the event of the same owner that holds one of them, so that a retry is harmless', async () => {
      const first = await post(
        '/api/v2/events',
        anEvent({ identifiers: ['acme:retry'], description: 'kept' }),
      )
      const again = await post(
        '/api/v2/events',
        anEvent({ identifiers: ['acme:retry', 'acme:more'], title: 'New' }),
      )

      expect(again.status).toBe(200)
      expect(idOf(again)).toBe(idOf(first))
      expect(again.body).toMatchObject({
        title: 'New',
        description: 'kept',
        identifiers: [`service:${idOf(first)}`, 'acme:retry', 'acme:more'],
      })
    })

    it('matches a native identifier, and only matches it', async () => {
      const { id } = await givenEvent()
      const matched = await post('/api/v2/events', anEvent({ identifiers: [`service:${id}`, 'acme:native'] }))
      expect(matched.body.identifiers).toEqual([`service:${id}`, 'acme:native'])

      const unknown = await post(
        '/api/v2/events',
        anEvent({ identifiers: [`service:${NOBODY}`, 'service:junk'] }),
      )
      expect(unknown.status).toBe(200)
      expect(unknown.body.identifiers).toEqual([`service:${idOf(unknown)}`])
      expect(unknown.headers['osdi-ignored']).toBe(`service:${NOBODY}, service:junk`)
      expect(idOf(unknown)).not.toBe(NOBODY)
    })

    it("refuses an identifier of another owner's event, names no holder and writes nothing", async () => {
      const { id } = await givenEvent({ identifiers: ['acme:theirs'] })
      for (const identifier of ['acme:theirs', `service:${id}`]) {
        const before = await get('/api/v2/events', other)
        const { status, text } = await post(
          '/api/v2/events',
          anEvent({ identifiers: ['acme:free', identifier] }),
          other,
        )
        expect(status).toBe(409)
        expect(text.replaceAll(identifier, '')).not.toContain(id)
        const after = await get('/api/v2/events', other)
        expect(after.body.total_records).toBe(before.body.total_records)
      }
      const free = await post('/api/v2/events', anEvent({ identifiers: ['acme:free'] }))
      expect(free.status).toBe(200)
    })

    it('refuses identifiers of two different events and changes neither', async () => {
      const one = await givenEvent({ identifiers: ['acme:one'] })
      const two = await givenEvent({ identifiers: ['acme:two'] })
      for (const identifiers of [
        ['acme:one', 'acme:two'],
        [`service:${one.id}`, 'acme:two'],
        [`service:${one.id}`, `service:${two.id}`],
      ]) {
        const { status } = await post('/api/v2/events', anEvent({ identifiers, title: 'Both' }))
        expect(status).toBe(409)
      }
      for (const { path } of [one, two]) expect((await get(path)).body.title).toBe('Phone bank')
    })

    it('keeps a repeated identifier once', async () => {
      const { body } = await post('/api/v2/events', anEvent({ identifiers: ['acme:twice', 'acme:twice'] }))
      expect(body.identifiers.slice(1)).toEqual(['acme:twice'])
    })
  })
})
