import { describe, expect, it, vi } from 'vitest'
import { NOBODY, PUBLIC_URL, demo, get, givenEvent, put } from '../../support/service.js'

describe('PUT /api/v2/events/{id}', () => {
  it('changes the fields that were sent, keeps the others and refreshes modified_date', async () => {
    const before = await givenEvent({
      description: 'kept',
      name: 'kept too',
      start_date: '2026-12-01T18:00:00',
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    const { status, body } = await put(before.path, { title: 'New title', instructions: 'Bring water' })
    vi.useRealTimers()

    const { id: _id, path: _path, ...document } = before
    expect(status).toBe(200)
    expect(body).toEqual({
      ...document,
      title: 'New title',
      instructions: 'Bring water',
      modified_date: expect.any(String),
    })
    expect(body.modified_date > body.created_date).toBe(true)
    expect((await get(before.path)).body).toEqual(body)
  })

  it('clears an optional field that is null or empty, but never title or origin_system', async () => {
    const { path } = await givenEvent({
      description: 'x',
      name: 'y',
      start_date: '2026-12-01',
      browser_url: 'http://e.org',
    })
    const { body, headers } = await put(path, {
      description: null,
      name: '',
      start_date: null,
      browser_url: null,
      title: null,
      origin_system: ' ',
    })
    for (const field of ['description', 'name', 'start_date', 'browser_url'])
      expect(body).not.toHaveProperty(field)
    expect(body).toMatchObject({ title: 'Phone bank', origin_system: 'Test' })
    expect(headers['osdi-ignored']).toBe('origin_system, title')
  })

  it('ignores read-only fields, the creator among them, and what is invalid', async () => {
    const { path } = await givenEvent({ browser_url: 'https://example.org' })
    const { status, body, headers } = await put(path, {
      total_accepted: 99,
      created_date: '2001-01-01',
      status: 'cancelled',
      capacity: 1,
      start_date: 'never',
      browser_url: 7,
      title: ['x'],
      identifiers: ['bad', 'acme:good-put'],
      location: { country: 'Atlantis', venue: 'Hall', language: 'fr' },
      _links: { 'osdi:creator': { href: `${PUBLIC_URL}/api/v2/people/${demo.group.organizer}` } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total_accepted: 0,
      status: 'confirmed',
      title: 'Phone bank',
      browser_url: 'https://example.org',
      location: { country: 'US', venue: 'Hall', language: 'en' },
      _links: { 'osdi:creator': { href: `${PUBLIC_URL}/api/v2/people/${demo.group.creator}` } },
    })
    expect(body.identifiers.slice(1)).toEqual(['acme:good-put'])
    expect(body).not.toHaveProperty('start_date')
    expect(headers['osdi-ignored']?.split(', ').sort()).toEqual([
      '_links.osdi:creator',
      'browser_url',
      'capacity',
      'created_date',
      'identifiers[0]',
      'location.country',
      'location.language',
      'start_date',
      'status',
      'title',
      'total_accepted',
    ])
  })

  it('changes a location key by key', async () => {
    const { path } = await givenEvent({ location: { venue: 'Hall', locality: 'Springfield', region: 'IL' } })
    const changed = await put(path, { location: { venue: 'Library', locality: null } })
    expect(changed.body.location).toEqual({
      venue: 'Library',
      region: 'IL',
      country: 'US',
      language: 'en',
      location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
    })
    const cleared = await put(path, { location: null })
    expect(cleared.body.location).toMatchObject({ region: '', country: 'US' })
    expect(cleared.body.location).not.toHaveProperty('venue')
  })

  it('adds identifiers, removes none and keeps the native one first', async () => {
    const { id, path } = await givenEvent({ identifiers: ['acme:put-1'] })
    const { body } = await put(path, { identifiers: ['acme:put-2', `service:${id}`] })
    expect(body.identifiers).toEqual([`service:${id}`, 'acme:put-1', 'acme:put-2'])
    expect((await put(path, { identifiers: [] })).body.identifiers).toHaveLength(3)
    expect((await put(path, { identifiers: null })).body.identifiers).toHaveLength(3)
  })

  it('ignores an identifier that another event holds, whoever owns it, and takes the rest', async () => {
    await givenEvent({ identifiers: ['acme:taken'] }, { key: demo.other_group.key })
    const mine = await givenEvent({ identifiers: ['acme:mine'] })
    const { path, id } = await givenEvent()
    const { status, body, headers } = await put(path, {
      title: 'Changed',
      identifiers: ['acme:taken', 'acme:new', 'acme:mine', `service:${mine.id}`],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Changed', identifiers: [`service:${id}`, 'acme:new'] })
    expect(headers['osdi-ignored']).toBe(`acme:taken, acme:mine, service:${mine.id}`)
  })

  it('takes back what it answered without changing anything but modified_date', async () => {
    const {
      path,
      id: _id,
      path: _path,
      ...document
    } = await givenEvent({
      start_date: '2026-12-01T18:00:00',
      location: { venue: 'Hall' },
      identifiers: ['acme:round-trip'],
    })
    const { body } = await put(path, document)
    expect(body).toEqual({ ...document, modified_date: expect.any(String) })
  })

  it("answers 404 for an unknown event and for another owner's, which it leaves alone", async () => {
    const { path } = await givenEvent()
    expect((await put(path, { title: 'Stolen' }, { key: demo.other_group.key })).status).toBe(404)
    expect((await put(`/api/v2/events/${NOBODY}`, { title: 'x' })).status).toBe(404)
    expect((await get(path)).body.title).toBe('Phone bank')
  })

  it('refuses a body that is no JSON object, and an event that outgrows its item', async () => {
    const { path } = await givenEvent({ description: 'x'.repeat(200_000) })
    expect((await put(path, '[')).status).toBe(400)
    expect((await put(path, '[]')).status).toBe(400)
    expect((await put(path, { instructions: 'x'.repeat(200_000) })).status).toBe(413)
    expect((await get(path)).body).not.toHaveProperty('instructions')
  })

  it('loses neither field nor identifier of changes that race', async () => {
    const { path } = await givenEvent()
    const fields = ['name', 'description', 'instructions', 'origin_system'] as const
    await Promise.all([
      ...fields.map((field) => put(path, { [field]: `changed ${field}` })),
      ...Array.from({ length: 8 }, (_, i) =>
        put(path, { identifiers: [`acme:race-${i}`, `acme:race-${(i + 1) % 8}`] }),
      ),
      put(path, { location: { venue: 'Hall' } }),
      put(path, { location: { locality: 'Springfield' } }),
    ])
    const { body } = await get(path)
    for (const field of fields) expect(body[field]).toBe(`changed ${field}`)
    expect(body.identifiers.slice(1).sort()).toEqual(Array.from({ length: 8 }, (_, i) => `acme:race-${i}`))
    expect(body.location).toMatchObject({ venue: 'Hall', locality: 'Springfield' })
  })
})
