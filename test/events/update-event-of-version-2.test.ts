import { describe, expect, it } from 'vitest'
import { get, givenEvent, put } from '../support/service.js'

describe('PUT /api/v2/events/{id}', () => {
  it('changes a location key by key', async () => {
    const { path } = await givenEvent({ location: { venue: 'Hall', locality: 'Springfield', region: 'IL' } })
    const changed = await put(path, { location: { venue: 'Library', locality: null } })
    expect(changed.body.location).toEqual({
      venue: 'Library',
      region: 'IL',
      country: 'US',
      language: 'en',
      // The most populous place of the state.
      location: { latitude: 41.85, longitude: -87.65, accuracy: 'Approximate' },
    })
    const cleared = await put(path, { location: null })
    expect(cleared.body.location).toMatchObject({ region: '', country: 'US' })
    expect(cleared.body.location).not.toHaveProperty('venue')
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
    // A slow machine answers 503 to one that lost too many races; it is sent again.
    const change = async (body: object) => {
      let status
      do ({ status } = await put(path, body))
      while (status === 503)
      expect(status).toBe(200)
    }
    await Promise.all([
      ...fields.map((field) => change({ [field]: `changed ${field}` })),
      ...Array.from({ length: 8 }, (_, i) => change({ identifiers: [`acme:race-${i}`, `acme:race-${(i + 1) % 8}`] })),
      change({ location: { venue: 'Hall' } }),
      change({ location: { locality: 'Springfield' } }),
    ])
    const { body } = await get(path)
    for (const field of fields) expect(body[field]).toBe(`changed ${field}`)
    expect(body.identifiers.slice(1).sort()).toEqual(Array.from({ length: 8 }, (_, i) => `acme:race-${i}`))
    expect(body.location).toMatchObject({ venue: 'Hall', locality: 'Springfield' })
  })
})
