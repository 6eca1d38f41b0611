import { describe, expect, it } from 'vitest'
import { UNKNOWN_ID, PUBLIC_URL, anEvent, demo, get, givenInterfaceEvent, post } from '../support/service.js'
import { vocabularies } from '../support/given/vocabularies.js'

const { id } = demo.event_campaign
const inV2 = `/api/v2/event_campaigns/${id}/events`
const other = { key: demo.other_group.key }

describe.each(vocabularies)('GET $api/event_campaigns/{id}/events', ({ api, title }) => {
  const path = `${api}/event_campaigns/${id}/events`

  it('lists the events of the campaign alone, under its own address', async () => {
    await post('/api/v2/events', anEvent({ title: 'Outside' }))
    for (let i = 0; i < 3; i++) await post(inV2, anEvent({ title: `Inside ${i}` }))
    const { body } = await get(`${path}?per_page=2`)
    expect(body._embedded['osdi:events'].map((event: Record<string, string>) => event[title])).toEqual([
      'Inside 2',
      'Inside 1',
    ])
    expect(body._links).toMatchObject({
      self: { href: PUBLIC_URL + path },
      next: { href: `${PUBLIC_URL}${path}?per_page=2&page=2` },
    })
    expect(body.total_records).toBeGreaterThanOrEqual(3)
  })

  it("lists events of the organizer's own interface", async () => {
    const event = await givenInterfaceEvent({ event_campaign_id: id })
    const { body } = await get(path)
    expect(body._embedded['osdi:events'][0].identifiers).toContain(`service:${event.id}`)
  })

  it.each([
    ["another principal's key", path, other.key],
    ["an individual account's key", path, demo.individual.key],
    ['an unknown id', path.replace(id, UNKNOWN_ID), demo.group.key],
    ['an odd id', path.replace(id, 'x'), demo.group.key],
  ])('answers 404 for %s', async (_, address, key) => {
    expect((await get(address, { key })).status).toBe(404)
  })
})

describe('POST /api/v2/event_campaigns/{id}/events', () => {
  it('creates an event that belongs to the campaign and to the flat list', async () => {
    const { status, body } = await post(inV2, anEvent({ title: 'In the campaign' }))
    expect(status).toBe(200)
    expect(body['service:event_campaign_id']).toBe(id)
    expect(body._links['service:event_campaign']).toEqual({
      href: `${PUBLIC_URL}/api/v2/event_campaigns/${id}`,
    })
    expect((await get(new URL(body._links.self.href).pathname)).body).toEqual(body)
    expect((await get('/api/v2/events')).body._embedded['osdi:events'][0].title).toBe('In the campaign')
  })

  it('updates the event with a known identifier and leaves its campaign as it is', async () => {
    await post('/api/v2/events', anEvent({ identifiers: ['acme:outside'] }))
    const before = (await get(inV2)).body.total_records
    const { body } = await post(inV2, anEvent({ identifiers: ['acme:outside'], title: 'Changed' }))
    expect(body.title).toBe('Changed')
    expect(body).not.toHaveProperty('service:event_campaign_id')
    expect((await get(inV2)).body.total_records).toBe(before)
  })

  it("does not exist for another principal's key, nor under an unknown id", async () => {
    for (const [address, key] of [
      [inV2, other.key],
      [inV2, demo.individual.key],
      [inV2.replace(id, UNKNOWN_ID), demo.group.key],
      [inV2.replace(id, 'x'), demo.group.key],
    ] as const)
      expect((await post(address, anEvent(), { key })).status).toBe(404)
  })
})
