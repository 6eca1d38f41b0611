import { describe, expect, it } from 'vitest'
import { get, givenEvent } from '../support/service.js'

describe('a page that is larger than Lambda can send', () => {
  it('is refused with a word on per_page, and sent in parts', async () => {
    // In JSON within JSON, as Lambda hands it on, each of these characters is four bytes.
    for (let i = 0; i < 16; i++) await givenEvent({ description: '"'.repeat(150_000) })
    const refused = await get('/api/v2/events?per_page=100')
    expect(refused.status).toBe(400)
    expect(refused.body['osdi:error'].resource_status[0].error_descriptions).toMatchObject([
      { error_code: 'page_too_large', properties: ['per_page'] },
    ])
    for (const page of [1, 2, 3, 4])
      expect((await get(`/api/v2/events?per_page=4&page=${page}`)).body._embedded['osdi:events']).toHaveLength(4)
  })
})
