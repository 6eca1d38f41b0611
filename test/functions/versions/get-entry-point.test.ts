import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, get } from '../../support/service.js'

describe('GET /api/v2', () => {
  it('links to every collection and names the namespace, with any key or none', async () => {
    const answers = await Promise.all([
      get('/api/v2'),
      get('/api/v2/'),
      get('/api/v2', { key: null }),
      get('/api/v2', { key: 'wrong' }),
    ])
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200)
      expect(headers['content-type']).toBe('application/hal+json')
      expect(body).toMatchObject({
        max_page_size: 100,
        namespace: 'service',
        _links: {
          self: { href: `${PUBLIC_URL}/api/v2` },
          'osdi:events': { href: `${PUBLIC_URL}/api/v2/events`, title: expect.any(String) },
          'service:event_campaigns': {
            href: `${PUBLIC_URL}/api/v2/event_campaigns`,
            title: expect.any(String),
          },
          'osdi:tags': { href: `${PUBLIC_URL}/api/v2/tags`, title: expect.any(String) },
          curies: [{ name: 'osdi' }, { name: 'service' }],
        },
      })
    }
  })
})
