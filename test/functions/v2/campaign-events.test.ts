import { describe, expect, it } from 'vitest'
import { NOBODY, PUBLIC_URL, anEvent, demo, get, post } from '../../support/service.js'

const { id } = demo.event_campaign
const path = `/api/v2/event_campaigns/${id}/events`
const other = { key: demo.other_group.key }

describe('/api/v2/event_campaigns/{id}/events', () => {
  it('POST creates an event that belongs to the campaign and to the flat list', async () => {
    const { status, body } = await post(path, anEvent({ title: 'In the campaign' }))
    expect(status).toBe(200)
    expect(body['service:event_campaign_id']).toBe(id)
    expect(body._links['service:event_campaign']).toEqual({
      href: `${PUBLIC_URL}/api/v2/event_campaigns/${id}`,
    })
    expect((await get(new URL(body._links.self.href).pathname)).body).toEqual(body)
    expect((await get('/api/v2/events')).body._embedded['osdi:events'][0].title).toBe('In the campaign')
  })

  it('GET lists the events of the campaign alone, under its own address', async () => {
    await post('/api/v2/events', anEvent({ title: 'Outside' }))
    for (let i = 0; i < 3; i++) await post(path, anEvent({ title: `Inside ${i}` }))
    const { body } = await get(`${path}?per_page=2`)
    expect(body._embedded['osdi:events'].map((event: { title: string }) => event.title)).toEqual([
      'Inside 2',
      'Inside 1',
    ])
    expect(body._links).toMatchObject({
      self: { href: PUBLIC_URL + path },
      next: { href: `${PUBLIC_URL}${path}?per_page=2&page=2` },
    })
    expect(body.total_records).toBeGreaterThanOrEqual(3)
  })

  it('POST with a known identifier updates that event and leaves its campaign as it is', async () => {
    await post('/api/v2/events', anEvent({ identifiers: ['acme:outside'] }))
    const before = (await get(path)).body.total_records
    const { body } = await post(path, anEvent({ identifiers: ['acme:outside'], title: 'Changed' }))
    expect(body.title).toBe('Changed')
    expect(body).not.toHaveProperty('service:event_campaign_id')
    expect((await get(path)).body.total_records).toBe(before)
  })

  it("does not exist for another principal's key, nor under an unknown id", async () => {
    for (const [address, key] of [
      [path, other.key],
      [path, demo.individual.key],
      [path.replace(id, NOBODY), demo.group.key],
      [path.replace(id, 'x'), demo.group.key],
    ] as const) {
      expect((await get(address, { key })).status).toBe(404)
      expect((await post(address, anEvent(), { key })).status).toBe(404)
    }
  })
})
