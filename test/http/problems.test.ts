import { describe, expect, it } from 'vitest'
import { get, post } from '../support/service.js'

const problem = 'application/problem+json'

describe('an error', () => {
  it('has the members of RFC 9457 beside its own where a request asks for them', async () => {
    const plain = await post('/api/v2/events', {})
    const headers = { accept: `application/hal+json, ${problem};q=0.9` }
    const { status, headers: sent, body } = await post('/api/v2/events', {}, { headers })
    expect([status, sent['content-type']]).toEqual([400, problem])
    const { type, title, status: member, detail, ...own } = body
    expect({ type, title, status: member, detail }).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: plain.body.error,
    })
    const withoutCode = (each: object) =>
      JSON.stringify(each).replace(/"reference_code":"[^"]*"/g, '"reference_code":""')
    expect(withoutCode(own)).toBe(withoutCode(plain.body))
  })

  it.each(['*/*', 'application/json', 'application/hal+json'])('is as it was for %s', async (accept) => {
    const { headers, body } = await get('/api/v2/events/none', { headers: { accept } })
    expect(headers['content-type']).toBe('application/hal+json')
    expect(body).not.toHaveProperty('title')
  })

  it('is a problem, too, without a route or a key', async () => {
    for (const path of ['/api/v2/nowhere', '/api/v2/events']) {
      const reply = await get(path, { headers: { accept: problem }, key: 'wrong' })
      expect(reply.body).toMatchObject({ type: 'about:blank', status: reply.status })
    }
  })

  it.each(['/api/v1', '/api/v2'])('is described as a problem, too, in OpenAPI of %s', async (version) => {
    const { body } = await get(`${version}/openapi.json`)
    const refusals = Object.values<any>(body.paths)
      .flatMap((methods) => Object.values<any>(methods))
      .flatMap(({ responses }) => Object.entries<any>(responses))
      .filter(([status]) => Number(status) >= 400)
    for (const [, { content }] of refusals)
      expect(content[problem].schema).toEqual({ $ref: '#/components/schemas/Problem' })
    const { Error: error, Problem: described } = body.components.schemas
    expect(described.required).toEqual(['type', 'title', 'status', 'detail', ...error.required])
  })

  it('leaves what is no error as it is', async () => {
    const { headers } = await get('/api/v2/events', { headers: { accept: problem } })
    expect(headers['content-type']).toBe('application/hal+json')
  })
})
