import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEvent, get, givenEvent, post, put } from '../../support/service.js'
import { sized } from '../../support/size.js'

const total = async () => (await get('/api/v2/events')).body.total_records as number

/** Posts a body and asserts that it is refused, in the form of every error, with nothing written. */
async function refused(body: unknown, headers: Record<string, string> = {}) {
  const before = await total()
  const reply = await post('/api/v2/events', body, { headers })
  expect(await total()).toBe(before)
  expect(reply.headers['content-type']).toBe('application/hal+json')
  expect(reply.body).toEqual({
    error: expect.stringMatching(/\w/),
    'osdi:error': {
      request_type: 'atomic',
      response_code: reply.status,
      resource_status: [
        {
          resource: '*',
          response_code: reply.status,
          error_descriptions: expect.arrayContaining([expect.anything()]),
        },
      ],
    },
  })
  const faults = reply.body['osdi:error'].resource_status[0].error_descriptions as Described[]
  for (const { reference_code } of faults) expect(reference_code).toBe(reply.headers['x-request-id'])
  return {
    status: reply.status,
    error: reply.body.error as string,
    properties: faults.flatMap((f) => f.properties),
  }
}

interface Described {
  properties: string[]
  reference_code: string
}

describe('a body that POST /api/v2/events refuses', () => {
  it.each(['', '{', 'title=x', '{"title":"x",}', "{'title':'x'}"])('is not JSON: %j', async (body) => {
    expect((await refused(body)).status).toBe(400)
  })

  it.each(['[]', '"x"', '7', 'null', 'true', '[{"title":"x"}]'])('is not an object: %s', async (body) => {
    expect(await refused(body)).toMatchObject({
      status: 400,
      error: expect.stringContaining('The body must be a JSON object'),
    })
  })

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp']])(
    'has the content type %s',
    async (type) => {
      expect((await refused(anEvent(), { 'content-type': type })).status).toBe(415)
    },
  )

  it('has 1 MB or more, or makes an event that would not fit an item', async () => {
    const megabyte = JSON.stringify(anEvent({ description: 'x' })).padEnd(1_000_000, ' ')
    expect((await refused(megabyte)).status).toBe(413)
    expect((await refused(anEvent({ description: 'é'.repeat(250_000) }))).status).toBe(413)
  })

  it('may come close to either limit', async () => {
    const padded = JSON.stringify(anEvent()).padEnd(999_999, ' ')
    expect((await post('/api/v2/events', padded)).status).toBe(200)
    expect((await post('/api/v2/events', anEvent({ description: 'x'.repeat(370_000) }))).status).toBe(200)
  })

  it('nests in a field that is a text', async () => {
    const deep = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)},"origin_system":"y"}`
    expect(await refused(deep)).toMatchObject({ status: 400, properties: ['title'] })
  })

  it('is not UTF-8, or holds NUL or half a character in a field', async () => {
    expect((await refused(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400)
    expect(await refused(anEvent({ title: 'a\0b', location: { venue: '\0' } }))).toMatchObject({
      status: 400,
      properties: ['title', 'location.venue'],
    })
    expect(await refused('{"title":"\\ud800","origin_system":"x"}')).toMatchObject({ properties: ['title'] })
  })

  it('has more faults than an answer should name: a hundred of them, and how many more there are', async () => {
    const numbers = Array(100).fill(7)
    const { status, body } = await post('/api/v2/people', { add_tags: numbers, remove_tags: numbers })
    expect([status, body.error]).toEqual([400, 'add_tags[0] must be a string (and 199 more)'])
    expect(body['osdi:error'].resource_status[0].error_descriptions).toHaveLength(100)
  })

  it('lacks what is required, or leaves it blank: every fault at once', async () => {
    expect(await refused({})).toMatchObject({ status: 400, properties: ['origin_system', 'title'] })
    expect(await refused({ title: ' ', origin_system: null })).toMatchObject({
      properties: ['origin_system', 'title'],
    })
    expect((await refused({ title: 'x' })).error).toContain('origin_system is required')
  })

  it.each([
    'identifiers',
    'origin_system',
    'name',
    'title',
    'description',
    'instructions',
    'browser_url',
    'start_date',
    'end_date',
    'location',
    'location.venue',
    'location.address_lines',
    'location.locality',
    'location.region',
    'location.postal_code',
    'location.country',
  ])('has another type in %s', async (path) => {
    const [field, inner] = path.split('.') as [string, string?]
    for (const wrong of [7, true, { a: 1 }, [7, '']]) {
      if (path === 'location' && typeof wrong === 'object' && !Array.isArray(wrong)) continue
      // A whole number is taken as the text of a postal code.
      if (path === 'location.postal_code' && wrong === 7) continue
      const { status, properties } = await refused(anEvent({ [field]: inner ? { [inner]: wrong } : wrong }))
      expect([path, wrong, status]).toEqual([path, wrong, 400])
      for (const property of properties) expect(property.startsWith(path)).toBe(true)
    }
  })

  it.each(['nocolon', ':id', 'acme:', 'ac me:1', 'acme: 1', 'acme:a\nb', 'äcme:1', `acme:${'x'.repeat(520)}`, ''])(
    'has the malformed identifier %j',
    async (identifier) => {
      const reply = await refused(anEvent({ identifiers: ['acme:fine', identifier] }))
      expect(reply).toMatchObject({ status: 400, properties: ['identifiers[1]'] })
    },
  )

  it('has more identifiers than a transaction can claim', async () => {
    const identifiers = Array.from({ length: 81 }, (_, i) => `acme:many-${i}`)
    expect(await refused(anEvent({ identifiers }))).toMatchObject({
      status: 400,
      properties: ['identifiers'],
    })
    expect((await post('/api/v2/events', anEvent({ identifiers: identifiers.slice(1) }))).status).toBe(200)
  })

  it.each(['tomorrow', '2026-02-30', '2026-13-01', '2026-01-01T25:00:00Z', '2026-01-01T10', '01/02/2026', '20260101'])(
    'has the malformed date %j',
    async (date) => {
      const reply = await refused(anEvent({ start_date: date, end_date: date }))
      expect(reply).toMatchObject({ status: 400, properties: ['start_date', 'end_date'] })
    },
  )

  it.each(['XX', 'ZZ', 'UK', 'USA', 'ß', 'u', 'U S'])('has the country %j', async (country) => {
    expect(await refused(anEvent({ location: { country } }))).toMatchObject({
      properties: ['location.country'],
    })
  })

  it.each([
    'javascript:alert(1)',
    '/relative',
    'example.org',
    'ftp://example.org/x',
    'https://',
    'https://example.org/a\nb',
    'https://example.org/a\tb',
    'https://exam\rple.org/',
    'https://example.org/a b',
    ' https://example.org/',
    'https://example.org/ ',
    'https://example.org/\u0085',
  ])('has the unusable address %j', async (browser_url) => {
    expect(await refused(anEvent({ browser_url }))).toMatchObject({
      status: 400,
      properties: ['browser_url'],
    })
  })
})

describe('any JSON at all', () => {
  it('is taken by POST and PUT, or refused with a 400 that names a fault, and never a fault of ours', async () => {
    const { path } = await givenEvent()
    const known = fc.constantFrom('title', 'origin_system', 'identifiers', 'location', 'start_date', '_links', 'name')
    const body = fc.oneof(fc.dictionary(fc.oneof(known, fc.string()), fc.jsonValue()), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(body, async (json) => {
        const text = JSON.stringify(json)
        for (const { status, body } of [await post('/api/v2/events', text), await put(path, text)])
          if (status !== 200) {
            expect(status).toBe(400)
            expect(body['osdi:error'].resource_status[0].error_descriptions).not.toEqual([])
          }
      }),
      { numRuns: sized(60, 1_000) },
    )
  })
})
