import { beforeAll, describe, expect, it } from 'vitest'
import { provideEnvironment } from '../../../lib/runtime/environment.js'
import type * as Service from '../../support/service.js'

describe('a service with DEFAULT_ORIGIN_SYSTEM', () => {
  let service: typeof Service
  beforeAll(async () => {
    provideEnvironment({ DEFAULT_ORIGIN_SYSTEM: 'Our website' })
    service = await import('../../support/service.js')
  })

  it('gives it to what a client posts without an origin system', async () => {
    const { post, put } = service
    const event = await post('/api/v2/events', { title: 'Rally' })
    expect(event.body.origin_system).toBe('Our website')
    expect((await post('/api/v2/events', { title: 'Rally', origin_system: ' ' })).body.origin_system).toBe(
      'Our website',
    )
    expect((await post('/api/v2/event_campaigns', { title: 'Spring' })).body.origin_system).toBe('Our website')
    const location = { postal_code: '20009' }
    expect((await post('/api/v1/events', { summary: 'Rally', location })).body.originating_system).toBe('Our website')
    const sent = await post('/api/v2/events', { title: 'Rally', origin_system: 'Theirs' })
    expect(sent.body.origin_system).toBe('Theirs')
    const path = sent.body._links.self.href.slice(service.PUBLIC_URL.length)
    expect((await put(path, { title: 'Changed', origin_system: '' })).body.origin_system).toBe('Theirs')
  })

  it('still requires all else that is required', async () => {
    const { status, body } = await service.post('/api/v2/events', {})
    expect([status, body.error]).toEqual([400, 'title is required'])
  })
})
