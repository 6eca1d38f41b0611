import { describe, expect, it, vi } from 'vitest'
import { PUBLIC_URL, anEvent, demo, get, idOf, post } from '../support/service.js'

const person = (id: string) => `${PUBLIC_URL}/api/v2/people/${id}`

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
      'service:totals': {
        accepted: 0,
        declined: 0,
        waitlisted: 0,
        requested: 0,
        attended: 0,
        attended_guests: 0,
        guests: 0,
        confirmed: 0,
      },
      status: 'confirmed',
      transparence: 'opaque',
      visibility: 'public',
      guests_can_invite_others: true,
      'service:hidden': false,
      'service:address_shown': 'everybody',
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

  it('ignores read-only and unknown fields, and lists them in a header', async () => {
    const sent = anEvent({
      total_accepted: 7,
      status: 'cancelled',
      visibility: 'private',
      created_date: '2001-01-01',
      capacity: 3,
      featured_image_url: 'https://example.org/x.png',
      'service:hidden': true,
      'service:sponsor': { title: 'Another sponsor' },
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
      'service:address_shown': 'everybody',
    })
    expect(body['service:sponsor'].title).toBe(demo.group.title)
    expect(body.location).toMatchObject({ language: 'en', location: { latitude: 38, longitude: -97 } })
    expect(body).not.toHaveProperty('capacity')
    expect(body).not.toHaveProperty('featured_image_url')
    const ignored = headers['osdi-ignored']?.split(', ')
    expect(ignored).toEqual(
      expect.arrayContaining(['total_accepted', 'status', 'service:hidden', 'location.language', 'location.location']),
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
})
