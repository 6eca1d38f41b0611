import { describe, expect, it } from 'vitest'
import { MalformedResult, toResponse } from '../../../local/http/result.js'

const textOf = (result: unknown) => toResponse(result).body.toString()

describe('the response to a result', () => {
  it('is what the result says', () => {
    const result = {
      statusCode: 201,
      headers: { 'Content-Type': 'application/hal+json', 'X-Age': 7 },
      body: '{}',
    }
    expect(toResponse({ ...result, cookies: ['a=1', 'b=2; Path=/'] })).toEqual({
      status: 201,
      headers: { 'content-type': 'application/hal+json', 'x-age': '7' },
      cookies: ['a=1', 'b=2; Path=/'],
      body: Buffer.from('{}'),
    })
  })

  it('is plain text when the function does not say what it is', () => {
    expect(toResponse({ statusCode: 200, body: 'x' }).headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('is the bytes that a base64 body stands for', () => {
    const body = Buffer.from([0, 255, 128])
    const result = { statusCode: 200, body: body.toString('base64'), isBase64Encoded: true }
    expect(toResponse(result).body).toEqual(body)
  })

  it('may be empty', () => {
    expect(toResponse({ statusCode: 204 })).toMatchObject({ status: 204, body: Buffer.alloc(0) })
  })

  it.each([
    [{ name: 'John' }, '{"name":"John"}'],
    [[1, 2], '[1,2]'],
    ['Hello, "World"!', 'Hello, "World"!'],
    [42, '42'],
    [null, 'null'],
  ])('is JSON with status 200 when the result %j has no statusCode', (result, text) => {
    expect(toResponse(result)).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(textOf(result)).toBe(text)
  })

  it.each([
    [{ statusCode: 0 }],
    [{ statusCode: 200.5 }],
    [{ statusCode: 'ok' }],
    [{ statusCode: null }],
    [{ statusCode: 200, body: { not: 'text' } }],
    [{ statusCode: 200, headers: ['x'] }],
    [{ statusCode: 200, headers: { x: { y: 1 } } }],
    [{ statusCode: 200, headers: { x: 'line\r\nbreak' } }],
    [{ statusCode: 200, headers: { 'no name': 'x' } }],
    [{ statusCode: 200, cookies: 'a=1' }],
    [{ statusCode: 200, cookies: ['line\nbreak'] }],
  ])('cannot be made of %j', (result) => {
    expect(() => toResponse(result)).toThrow(MalformedResult)
  })
})
