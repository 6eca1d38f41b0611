import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../../../lib/runtime/environment.js'
import { get, givenEvent, post, send, useEnvironment } from '../../support/service.js'

const APP = 'https://app.example.org'
const from = (origin: string, key?: string | null) => ({ key, headers: { origin } })

describe('pages of other origins', () => {
  it('cannot use a key where the owner allows none', async () => {
    const { headers } = await get('/api/v2/events', from(APP))
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    const preflight = await send('OPTIONS', '/api/v2/events', undefined, from(APP, null))
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, undefined])
  })

  describe('that the owner allows', () => {
    it('read answers and refusals, and the headers of the API', async () => {
      useEnvironment({ CORS_ORIGINS: `${APP}, http://localhost:8080` })
      const { path } = await givenEvent()
      for (const [address, key, status] of [
        [path, undefined, 200],
        [path, 'wrong', 403],
        [`${path}/`, undefined, 200],
        ['/api/v2', null, 200],
        ['/api/v2/unknown', undefined, 404],
      ] as const) {
        const answer = await get(address, from(APP, key))
        expect([address, answer.status, answer.headers['access-control-allow-origin']]).toEqual([address, status, APP])
        expect(answer.headers['vary']).toContain('origin')
        expect(answer.headers['access-control-expose-headers']).toContain('osdi-ignored')
      }
      const created = await post('/api/v2/events', { title: 'x', origin_system: 'y' }, from('http://localhost:8080'))
      expect(created.headers['access-control-allow-origin']).toBe('http://localhost:8080')
    })

    it('may send a key, JSON and conditions, by the methods of an address', async () => {
      useEnvironment({ CORS_ORIGINS: APP })
      const { path } = await givenEvent()
      const { status, headers } = await send('OPTIONS', path, undefined, from(APP, null))
      expect([status, headers['access-control-allow-origin']]).toEqual([204, APP])
      expect(headers['access-control-allow-methods']).toBe('GET, HEAD, PUT, OPTIONS')
      for (const name of ['osdi-api-token', 'api-key', 'content-type', 'if-match', 'idempotency-key'])
        expect(headers['access-control-allow-headers']).toContain(name)
    })

    it('are not those of another origin, and caches keep them apart', async () => {
      useEnvironment({ CORS_ORIGINS: APP })
      for (const origin of ['https://evil.example', `${APP}.evil.example`, 'http://app.example.org', 'null']) {
        const { headers } = await get('/api/v2', from(origin))
        expect([headers['access-control-allow-origin'], headers['vary']]).toEqual([undefined, 'origin'])
        const preflight = await send('OPTIONS', '/api/v2/events', undefined, from(origin, null))
        expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
      }
    })

    it('do not reach what is outside the API', async () => {
      useEnvironment({ CORS_ORIGINS: APP })
      const { headers } = await get('/docs/osdi:events', { ...from(APP, null) })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    })

    it.each(['*', 'app.example.org', 'https://app.example.org/', 'https://App.example.org'])(
      'are named as browsers name them, and not by %s',
      (origins) => {
        const source = { TABLE_NAME: 't', PUBLIC_URL: 'https://x.example', CORS_ORIGINS: origins }
        expect(() => readEnvironment(source)).toThrow(/CORS_ORIGINS must be origins/)
      },
    )
  })
})

describe('the page of a relation', () => {
  it('may be shown in a frame by any page, and runs no script', async () => {
    const { headers } = await get('/docs/osdi:events', { key: null, headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*form-action 'none'; frame-ancestors \*$/)
  })
})
