import { environment } from '../../lib/runtime/environment.js'
import { describe, expect, it } from 'vitest'
import { describedVersions } from '../../lib/app/documents/described-versions.js'
import { documented } from '../../lib/openapi/pages/relations.js'
import { withEmbedded } from '../../lib/hal/descriptions/schema.js'
import { descriptions } from '../support/clients/described.js'
import { PUBLIC_URL, get, givenEvent } from '../support/service.js'
import { has } from '../support/rooms.js'

const JSON_TYPES = { headers: { accept: 'application/json' } }
const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } }

/** Every relation with a prefix that any document may link by: the tests refuse answers with others. */
const rels = [
  ...new Set(
    descriptions()
      .flatMap(({ operations }) => Object.values(operations))
      .flatMap(({ answer }) => ('mediaType' in answer ? [] : withEmbedded(answer)))
      .flatMap(({ links }) => Object.keys(links))
      .filter((rel) => rel.includes(':')),
  ),
]

describe('the page behind a curie', () => {
  it.each(rels)('of %s says what can be done where it leads, to people and to programs', async (rel) => {
    const [, name = ''] = rel.split(':')
    const page = await get(`/docs/${name}`, { key: null, ...BROWSER })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain(`<h1><code>${rel}</code></h1>`)

    const { status, headers, body } = await get(`/docs/${name}`, { key: null, ...JSON_TYPES })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    const described = body.relations.find((each: { rel: string }) => each.rel === rel)
    for (const { operations } of described.versions)
      for (const { method, path } of operations) expect(page.text).toContain(`${method}</span> ${path}<`)
  })

  it('is where the curies of an answer lead', async () => {
    const { _links: links } = await givenEvent()
    for (const { name, href } of links.curies) {
      const rel = Object.keys(links).find((each) => each.startsWith(`${name}:`)) as string
      const address = href.replace('{rel}', rel.slice(name.length + 1)) as string
      expect((await get(address.slice(PUBLIC_URL.length), BROWSER)).text).toContain(rel)
    }
  })

  it('is found by the whole relation too, and a slash at the end leads to it', async () => {
    const { status, headers } = await get('/docs/events/')
    expect([status, headers['location']]).toEqual([308, `${PUBLIC_URL}/docs/events`])
    for (const path of ['/docs/osdi:events', '/docs/osdi%3Aevents'])
      expect((await get(path)).text).toContain('<h1><code>osdi:events</code></h1>')
  })

  it('is one page for two relations that differ in their prefix alone, each with one of its own besides', async () => {
    const both = /<h1><code>osdi:people<.*<h1><code>service:people</s
    expect((await get('/docs/people')).text).toMatch(both)
    expect((await get('/docs/service:people')).text).not.toContain('<h1><code>osdi:people<')
  })

  it.runIf(has('pages'))(
    'shows a request and its answer as they were recorded, with the addresses of this installation',
    async () => {
      const { text } = await get('/docs/record_attendance_helper')
      expect(text).toContain(`curl &#39;${PUBLIC_URL}/api/v2/events/`)
      expect(text).toContain('&quot;given_name&quot;: &quot;Ana&quot;')
      expect(text).not.toMatch(/\{base\}|\{native\}/)
    },
  )

  it('has contents, and a table of all fields: by which rule each is refused, who sets it, and its older name', async () => {
    const { text } = await get('/docs/events')
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    const contents = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(expect.arrayContaining(contents))
    expect(contents).toEqual(expect.arrayContaining(['v2-list-events', 'v1-create-event', 'fields']))
    const rowOf = (field: string) =>
      text.split('<tr>').find((row) => row.startsWith(`<th scope="row"><code>${field}</code>`)) ?? ''
    expect(rowOf('title')).toContain('<span class="mark">required</span>')
    expect(rowOf('title')).toContain('<td>string</td><td>POST, PUT</td><td><code>summary</code></td>')
    expect(rowOf('browser_url')).toContain('It must be an absolute http or https address')
    expect(rowOf('location.venue')).toContain('<td>POST, PUT</td>')
    expect(rowOf('capacity')).toContain('<td>integer</td><td>organizers</td><td></td>')
    expect(rowOf('created_date')).toContain('<td>the service</td><td><code>created_at</code></td>')
  })

  it('has the fields of what a body wraps in the row of what is wrapped', async () => {
    const { text } = await get('/docs/person_signup_helper')
    expect(text).toMatch(/<code>given_name<\/code><p>[^/]*<\/p><\/th><td>string<\/td><td>POST/)
    expect(text).not.toContain('<code>person.given_name</code>')
    expect(text).toContain('<code>add_tags</code>')
  })
})

describe('the header Accept', () => {
  it.each([
    ['nothing', '', 'text/html'],
    ['anything', '*/*', 'text/html'],
    ['a browser', BROWSER.headers.accept, 'text/html'],
    ['JSON', 'application/json', 'application/json'],
    ['HAL', 'application/hal+json', 'application/hal+json'],
    ['JSON over HTML', 'text/html;q=0.5, application/json;q=0.9', 'application/json'],
    ['HTML over JSON', 'text/html;q=0.9, application/json;q=0.5', 'text/html'],
    ['all but HTML', 'text/html;q=0, */*', 'application/hal+json'],
    ['what there is not', 'image/png', 'text/html'],
  ])('decides for %s', async (_, accept, type) => {
    const { headers } = await get('/docs/people', { headers: accept ? { accept } : {} })
    expect(headers['content-type']?.split(';')[0]).toBe(type)
    expect(headers['vary']).toMatch(/^accept\b/)
  })
})

describe('a relation that nothing links by', () => {
  it('is a page for people and a refusal for programs, and what was asked for is harmless', async () => {
    const page = await get('/docs/%3Cimg%20src=x%20onerror=alert(1)%3E', BROWSER)
    expect(page.status).toBe(404)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).toContain('<code>&lt;img src=x onerror=alert(1)&gt;</code>')
    const refusal = await get('/docs/nothing', JSON_TYPES)
    expect([refusal.status, refusal.body.error]).toEqual([404, 'Not found'])
  })
})

describe('the landing page', () => {
  it('is for people: it leads organizers to where they sign in, programmers to first steps, and has no command', async () => {
    const { status, text, headers } = await get('/', { key: null })
    expect(status).toBe(200)
    expect(text).toContain(`href="${PUBLIC_URL}/docs#first-steps"`)
    expect(text).not.toContain('curl')
    expect(text.includes(`href="${PUBLIC_URL}/manage/sign-in"`)).toBe(has('manage'))
    expect(headers['link']).toContain(`<${PUBLIC_URL}/api/v2/openapi.json>; rel="service-desc"`)
  })

  it('has no link of its own that leads nowhere, nor has the documentation', async () => {
    const waiting = ['/']
    const met = new Set<string>()
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (met.has(path)) continue
      met.add(path)
      const { status, text, headers } = await get(path, BROWSER)
      expect([path, status]).toEqual([path, 200])
      if (!headers['content-type']?.startsWith('text/html')) continue
      const links = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, href = '']) => href.replace(/#.*/, ''))
      waiting.push(...links.filter((href) => href.startsWith(PUBLIC_URL)).map((href) => href.slice(PUBLIC_URL.length)))
    }
    expect(met.size).toBeGreaterThan(documented(environment(), describedVersions(environment())).relations.length)
  })
})

describe('the index', () => {
  it('begins with the steps to a first RSVP, for a key that the reader has to ask for', async () => {
    const { text } = await get('/docs', BROWSER)
    expect(text.indexOf('first-steps')).toBeLessThan(text.indexOf('What is the same everywhere</h2>'))
    for (const part of ['YOUR-KEY', 'admin -- key create', `API=${PUBLIC_URL}/api/v2`]) expect(text).toContain(part)
    expect((await get('/explorer', BROWSER)).text).not.toContain('data-key=')
  })
})

describe('every page', () => {
  it.each(['/', '/docs', '/docs/events', '/docs/nothing', '/explorer'])(
    'loads nothing of others and runs no script but the explorer: %s',
    async (path) => {
      const { headers, text } = await get(path)
      const policy = headers['content-security-policy'] as string
      expect(policy).toMatch(/^default-src 'none'; /)
      // The front door shows banners from anywhere. That a page may be in a frame says nothing about what it loads.
      expect(policy.replace('frame-ancestors *', '').replace('img-src https: http: data:', '')).not.toMatch(
        /http|\*|unsafe-eval|script-src[^;]*unsafe/,
      )
      expect(headers['x-content-type-options']).toBe('nosniff')
      if (path !== '/explorer') expect([policy, text].join()).not.toMatch(/script-src|<script|unsafe/)
    },
  )

  it('is not compressed, and so not kept, for a relation that there is not', async () => {
    const { status, text, headers } = await get(`/docs/${'x'.repeat(9_000)}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect([status, text.length > 8_000]).toEqual([404, true])
    expect(headers).not.toHaveProperty('content-encoding')
  })

  it('is compressed where it is long and the client takes that', async () => {
    const plain = await get('/docs/events')
    expect(plain.headers['vary']).toBe('accept, accept-encoding')
    const { headers } = await get('/docs/events', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers['content-encoding']).toBe('gzip')
    expect(Number(headers['content-length'])).toBeLessThan(Buffer.byteLength(plain.text) / 5)
  })
})
