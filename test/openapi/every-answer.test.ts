import { describe, expect, it } from 'vitest'
import { assertDescribed } from '../support/clients/described.js'
import { anEvent, get, givenEvent } from '../support/service.js'

const { path, ...event } = await givenEvent()
const request = { method: 'GET', path }

/** An answer that is described, but for what the test is about. */
const answer = (body: object = {}, { status = 200, headers = {} } = {}) => ({
  status,
  headers: { 'content-type': 'application/hal+json', ...headers },
  cookies: [],
  body: Buffer.from(JSON.stringify({ ...event, id: undefined, ...body })),
})

describe('an answer of any test', () => {
  it('passes as it is described', () => expect(() => assertDescribed(request, answer())).not.toThrow())

  it.each<[string, object, RegExp]>([
    ['a field that is not described', { color: 'red' }, /color/],
    ['a field of another type', { total_accepted: '0' }, /total_accepted must be integer/],
    ['a field missing', { title: undefined }, /title/],
    ['a date that is none', { created_date: 'soon' }, /created_date/],
    ['a relation that is not described', { _links: { ...event._links, friend: { href: path } } }, /friend/],
    [
      'a link that leads elsewhere than it is described',
      { _links: { ...event._links, 'osdi:creator': event._links.self } },
      /osdi:creator leads to .*, not to v2\/get-person/,
    ],
  ])('is an error with %s', (_, body, message) => expect(() => assertDescribed(request, answer(body))).toThrow(message))

  it.each<[string, { status?: number; headers?: object }, RegExp]>([
    ['status', { status: 418 }, /status 418/],
    ['header', { headers: { 'x-powered-by': 'tea' } }, /x-powered-by/],
    ['media type', { headers: { 'content-type': 'text/html' } }, /text\/html/],
  ])('is an error with a %s that is not described', (_, parts, message) =>
    expect(() => assertDescribed(request, answer({}, parts))).toThrow(message),
  )

  it('is an error when it took a body that is described as invalid', () => {
    const post = { method: 'POST', path: '/api/v2/events', body: JSON.stringify(anEvent({ title: 7 })) }
    expect(() => assertDescribed(post, answer())).toThrow(/body that was taken.*\n.*title must be string/)
  })

  it('is held against the very document that is served', async () => {
    const { body } = await get('/api/v2/openapi.json')
    // A later release may add fields, so documents are open for callers.
    expect(body.components.schemas.Event.additionalProperties).toBeUndefined()
    expect(body.components.schemas.EventDraft.required).toEqual(['origin_system', 'title'])
  })
})
