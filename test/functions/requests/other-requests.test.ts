import { describe, expect, it } from 'vitest'
import { demo, get, givenEvent, send } from '../../support/service.js'
import { has } from '../../support/rooms.js'

describe('an address written another way', () => {
  it('is the same address: with a slash at the end, with repeated slashes, for HEAD', async () => {
    const { path } = await givenEvent({ title: 'Rally' })
    const plain = await get(path)
    for (const address of [`${path}/`, path.replace('/v2/', '//v2//')])
      expect((await get(address)).body).toEqual(plain.body)
    const head = await send('HEAD', `${path}/`)
    expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'application/hal+json', ''])
    expect((await send('PUT', `${path}/`, { title: 'Changed' })).body.title).toBe('Changed')
    expect((await send('POST', '/api/v2/events/', { title: 'x', origin_system: 'y' })).status).toBe(200)
    expect((await get('/api/v2/events/?page=1&per_page=1')).body.per_page).toBe(1)
  })

  it('is the entry point with a slash at the end, without a key', async () => {
    const { status, body } = await get('/api/v2/', { key: null })
    expect([status, body]).toEqual([200, (await get('/api/v2', { key: null })).body])
  })

  it('asks for a key all the same', async () => {
    expect((await get('/api/v2/events/', { key: 'wrong' })).status).toBe(403)
  })
})

describe('a request that no route takes', () => {
  it('is an error that says what is allowed, and leaves the event: DELETE', async () => {
    const { path } = await givenEvent()
    for (const address of [path, `${path}/`]) {
      const { status, headers, body } = await send('DELETE', address)
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, PUT, OPTIONS'])
      expect(body.error).toContain('DELETE')
    }
    expect((await get(path)).status).toBe(200)
  })

  it.each([
    ['PATCH', '/api/v2/events', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/api/v2/events/', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/v2', 'GET, HEAD, OPTIONS'],
    ['DELETE', `/api/v2/event_campaigns/${demo.event_campaign.id}/events`, 'GET, HEAD, POST, OPTIONS'],
  ])('is 405 with Allow: %s %s', async (method, path, allow) => {
    const { status, headers } = await send(method, path)
    expect([status, headers['allow']]).toEqual([405, allow])
  })

  it('is told what is allowed, without a key: OPTIONS', async () => {
    const { status, headers, text } = await send('OPTIONS', '/api/v2/events', undefined, { key: null })
    expect([status, headers['allow'], text]).toEqual([204, 'GET, HEAD, POST, OPTIONS', ''])
  })

  it.each([
    '/index.html',
    '/api',
    '/api/v9/events',
    '/api/v2/event',
    '/api/v2/events/a/b/c',
    '/.env',
    '/%',
    '/api/v2/events/%2e%2e/%2e%2e',
    // An event whose id is a slash, not the list of events.
    '/api/v2/events/%2F',
    '/api/v2/events//',
  ])('is a 404 in the form of every error: GET %s', async (path) => {
    const { status, body } = await get(path, { key: null })
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: 'Not found', 'osdi:error': { response_code: 404 } })
  })

  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  it
    .runIf(has('pages'))
    .each(['/events', '/evnets', '/index.html', '/groups/x/y', '/apis', '/%', '//evil.example/', '/<b>'])(
    'gets a page for people, with no way out of the site, and JSON for programs: GET %s',
    async (path) => {
      const page = await get(path, { key: null, headers: BROWSER })
      expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(page.text).toContain('<h1>There is nothing at this address</h1>')
      expect(page.headers).not.toHaveProperty('location')
      for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/png'])
        expect((await get(path, { key: null, headers: { accept } })).body.error).toBe('Not found')
    },
  )

  it.each(['/api', '/api/', '//api/v2/event', '/api/v9/events'])(
    'gets an error document for a browser too, as the API is for programs: GET %s',
    async (path) => {
      const { status, body } = await get(path, { key: null, headers: BROWSER })
      expect([status, body.error]).toEqual([404, 'Not found'])
    },
  )
})
