import { validateHeaderName, validateHeaderValue } from 'node:http'

/** A response as it goes over the wire; header names in lower case. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** One `set-cookie` header each. */
  cookies: string[]
  body: Buffer
}

/** A result that API Gateway answers with 500, because it is not of the payload format 2.0. */
export class MalformedResult extends Error {
  override readonly name = 'MalformedResult'
}

interface Result {
  statusCode: unknown
  headers?: unknown
  cookies?: unknown
  body?: unknown
  isBase64Encoded?: unknown
}

/**
 * Converts the result of a function as an HTTP API does, payload format 2.0. A result without `statusCode` is itself
 * the body, with status 200: strings as they are, anything else as JSON. The details follow AWS's own tests on a real
 * API: https://github.com/aws/aws-lambda-dotnet (LambdaTestTool-v2).
 * @param result as it comes out of JSON, the way between Lambda and API Gateway
 * @throws MalformedResult
 */
export function toResponse(result: unknown): HttpResponse {
  if (!hasStatus(result)) {
    const body = Buffer.from(typeof result === 'string' ? result : JSON.stringify(result))
    return { status: 200, headers: { 'content-type': 'application/json' }, cookies: [], body }
  }
  const status = result.statusCode
  if (!Number.isInteger(Number(status)) || Number(status) < 200 || Number(status) > 599)
    throw new MalformedResult(`statusCode must be a number from 200 to 599, not ${JSON.stringify(status)}`)
  const headers = toHeaders(result.headers)
  const body = toBytes(result.body, result.isBase64Encoded === true)
  headers['content-type'] ??= 'text/plain; charset=utf-8'
  return { status: Number(status), headers, cookies: toCookies(result.cookies), body }
}

/** An answer of API Gateway itself. */
export function gatewayMessage(status: number, message: string): HttpResponse {
  const body = Buffer.from(JSON.stringify({ message }))
  return { status, headers: { 'content-type': 'application/json' }, cookies: [], body }
}

function hasStatus(result: unknown): result is Result {
  return typeof result === 'object' && result !== null && !Array.isArray(result) && 'statusCode' in result
}

function toHeaders(headers: unknown): Record<string, string> {
  if (headers === undefined || headers === null) return {}
  if (typeof headers !== 'object' || Array.isArray(headers)) throw new MalformedResult('headers must be an object')
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!['string', 'number', 'boolean'].includes(typeof value))
        throw new MalformedResult(`the header ${name} must be a string, a number or a boolean`)
      return [name.toLowerCase(), sendable(name, String(value))]
    }),
  )
}

/** A header that can go over the wire: no line breaks, for one. */
function sendable(name: string, value: string): string {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return value
  } catch (error) {
    throw new MalformedResult((error as Error).message)
  }
}

function toCookies(cookies: unknown): string[] {
  if (cookies === undefined || cookies === null) return []
  if (!Array.isArray(cookies) || cookies.some((cookie) => typeof cookie !== 'string'))
    throw new MalformedResult('cookies must be an array of strings')
  return (cookies as string[]).map((cookie) => sendable('set-cookie', cookie))
}

function toBytes(body: unknown, isBase64Encoded: boolean): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (typeof body !== 'string') throw new MalformedResult('body must be a string')
  return Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
}
