import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, demo, get, idOf, post, send } from '../support/service.js'
import { has } from '../support/rooms.js'

const fields = {
  identifiers: ['old:campaign'],
  name: 'Only in version 2',
  title: 'Days of action',
  origin_system: 'Test',
  description: '<p>x</p>',
  host_pitch: '<p>Host one!</p>',
  host_instructions: '<p>Bring water</p>',
  browser_url: 'https://example.org/days',
  host_url: 'https://example.org/days/host',
}
const created = await post('/api/v2/event_campaigns', fields)
const id = idOf(created)
const path = `/api/v1/event_campaigns/${id}`
await post(`/api/v2/event_campaigns/${id}/events`, { title: 'Rally', origin_system: 'Test' })

describe('GET /api/v1/event_campaigns/{id}', () => {
  it('answers the campaign of version 2 under the names of version 1', async () => {
    const { status, body } = await get(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      identifiers: [`service:${id}`, 'old:campaign'],
      originating_system: 'Test',
      created_at: created.body.created_date,
      modified_at: created.body.modified_date,
      summary: 'Days of action',
      description: '<p>x</p>',
      host_pitch: '<p>Host one!</p>',
      host_instructions: '<p>Bring water</p>',
      url: 'https://example.org/days',
      host_url: 'https://example.org/days/host',
      total_events: 1,
      total_rsvps: 0,
      'service:hosting': 'off',
      'service:hosting_contacts': false,
      'service:sponsor': { summary: demo.group.title, url: expect.any(String) },
      _links: {
        self: { href: PUBLIC_URL + path },
        'osdi:events': { href: `${PUBLIC_URL}${path}/events` },
        'service:embed': { href: `${PUBLIC_URL}${path}/embed` },
        ...(has('calendars') && { 'service:calendar': { href: `${PUBLIC_URL}${path}/calendar.ics` } }),
        curies: [expect.objectContaining({ name: 'osdi' }), expect.objectContaining({ name: 'service' })],
      },
    })
  })

  it('takes neither PUT nor POST: version 1 reads campaigns', async () => {
    for (const [method, address] of [
      ['PUT', path],
      ['POST', '/api/v1/event_campaigns'],
    ] as const)
      expect((await send(method, address, { summary: 'x' })).status).toBe(405)
  })
})
