import { describe, expect, it, vi } from 'vitest'
import { UNKNOWN_ID, demo, get, put } from '../support/service.js'
import { eventsIn, named, vocabularies } from '../support/given/vocabularies.js'

describe.each(vocabularies)('PUT $api/events/{id}', (vocabulary) => {
  const { version } = vocabulary
  const { events, given, person } = eventsIn(vocabulary)
  const inNames = (fields: object) => named(vocabulary, fields)
  const onlyInV2 = <Fields extends object>(fields: Fields) => (version === 'v2' ? fields : {})
  /** Version 1 requires the postal code: a change cannot take it away. */
  const withoutPostalCode = version === 'v1' ? { postal_code: null } : {}

  it('changes the fields that were sent, keeps the others and refreshes modified_date', async () => {
    const { document, path } = await given({
      ...onlyInV2({ name: 'kept too' }),
      description: 'kept',
      start_date: '2026-12-01T18:00:00',
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    const changes = inNames({ title: 'New title', instructions: 'Bring water' })
    const { status, body } = await put(path, changes)
    vi.useRealTimers()

    expect(status).toBe(200)
    expect(body).toEqual({ ...document, ...changes, [vocabulary.modified_date]: expect.any(String) })
    expect(body[vocabulary.modified_date] > body[vocabulary.created_date]).toBe(true)
    expect((await get(path)).body).toEqual(body)
  })

  it('clears an optional field that is null or empty, but never the title or the origin system', async () => {
    const { path } = await given({
      ...onlyInV2({ name: 'y', browser_url: 'http://e.org' }),
      description: 'x',
      instructions: 'z',
      start_date: '2026-12-01',
    })
    const cleared = {
      ...onlyInV2({ name: '', browser_url: null }),
      ...inNames({ description: null, instructions: '', start_date: null }),
    }
    const { body, headers } = await put(path, { ...cleared, ...inNames({ title: null, origin_system: ' ' }) })
    for (const field of Object.keys(cleared)) expect(body).not.toHaveProperty([field])
    expect(body).toMatchObject(inNames({ title: 'Phone bank', origin_system: 'Test' }))
    expect(headers['osdi-ignored']).toBe(`${vocabulary.origin_system}, ${vocabulary.title}`)
  })

  it('ignores read-only fields, the creator among them, and what is invalid', async () => {
    const { path } = await given(onlyInV2({ browser_url: 'https://example.org' }))
    const good = `acme:good-put-${version}`
    const invalid = {
      total_accepted: 99,
      status: 'cancelled',
      capacity: 1,
      ...onlyInV2({ browser_url: 7 }),
      ...inNames({ created_date: '2001-01-01', start_date: 'never', title: ['x'] }),
    }
    const { status, body, headers } = await put(path, {
      ...invalid,
      identifiers: ['bad', good],
      location: { country: 'Atlantis', venue: 'Hall', language: 'fr', ...withoutPostalCode },
      _links: { 'osdi:creator': { href: person(demo.group.organizer) } },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total_accepted: 0,
      status: 'confirmed',
      ...inNames({ title: 'Phone bank' }),
      ...onlyInV2({ browser_url: 'https://example.org' }),
      location: { ...vocabulary.location, country: 'US', venue: 'Hall', language: 'en' },
      _links: { 'osdi:creator': { href: person(demo.group.creator) } },
    })
    expect(body.identifiers.slice(1)).toEqual([good])
    expect(body).not.toHaveProperty([vocabulary.start_date])
    expect(body).not.toHaveProperty('capacity')
    expect(headers['osdi-ignored']?.split(', ').sort()).toEqual(
      [
        ...Object.keys(invalid),
        ...Object.keys(withoutPostalCode).map((field) => `location.${field}`),
        '_links.osdi:creator',
        'identifiers[0]',
        'location.country',
        'location.language',
      ].sort(),
    )
  })

  it('keeps a start that a change names wrongly', async () => {
    const { document, path } = await given({ start_date: '2026-12-01' })
    const { body } = await put(path, inNames({ start_date: 'never' }))
    expect(document[vocabulary.start_date]).toBe('2026-12-01T00:00:00Z')
    expect(body[vocabulary.start_date]).toBe('2026-12-01T00:00:00Z')
  })

  it('adds identifiers, removes none and keeps the native one first', async () => {
    const [first, second] = [`acme:put-1-${version}`, `acme:put-2-${version}`]
    const { id, path } = await given({ identifiers: [first] })
    const { body } = await put(path, { identifiers: [second, `service:${id}`] })
    expect(body.identifiers).toEqual([`service:${id}`, first, second])
    expect((await put(path, { identifiers: [] })).body.identifiers).toHaveLength(3)
    expect((await put(path, { identifiers: null })).body.identifiers).toHaveLength(3)
  })

  it('ignores an identifier that another event holds, of any owner, and takes the rest', async () => {
    const [taken, own, free] = ['taken', 'mine', 'new'].map((each) => `acme:${each}-${version}`)
    await given({ identifiers: [taken] }, { key: demo.other_group.key })
    const mine = await given({ identifiers: [own] })
    const { path, id } = await given()
    const { status, body, headers } = await put(path, {
      ...inNames({ title: 'Changed' }),
      identifiers: [taken, free, own, `service:${mine.id}`],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...inNames({ title: 'Changed' }), identifiers: [`service:${id}`, free] })
    expect(headers['osdi-ignored']).toBe(`${taken}, ${own}, service:${mine.id}`)
  })

  it('takes back what it answered without changing anything but the date of the change', async () => {
    const { document, path } = await given({
      start_date: '2026-12-01T18:00:00',
      location: { venue: 'Hall' },
      identifiers: [`acme:round-trip-${version}`],
    })
    const { body } = await put(path, document)
    expect(body).toEqual({ ...document, [vocabulary.modified_date]: expect.any(String) })
  })

  it("answers 404 for an unknown event and for another owner's, which it leaves alone", async () => {
    const { path } = await given()
    const change = inNames({ title: 'Stolen' })
    expect((await put(path, change, { key: demo.other_group.key })).status).toBe(404)
    expect((await put(`${events}/${UNKNOWN_ID}`, change)).status).toBe(404)
    expect((await get(path)).body[vocabulary.title]).toBe('Phone bank')
  })
})
