import type { Answer } from './answer.js'
import { methodNotAllowed } from './error-answer.js'
import { encodedPath } from './normal-path.js'
import type { GatewayRequest } from './request.js'

/** A web application: what it makes of a standard request. */
export type Fetch = (request: Request) => Response | Promise<Response>

/** Methods that no standard request has (Fetch, "Methods"). */
const FORBIDDEN = new Set(['TRACE', 'TRACK', 'CONNECT'])

/**
 * Answers a request of the gateway by an application that speaks standard requests and responses.
 * @throws OsdiError method_not_allowed
 * @param publicUrl what the addresses of requests begin with, whatever name the gateway has
 */
export async function answerByFetch(publicUrl: string, request: GatewayRequest, fetch: Fetch): Promise<Answer> {
  const { method } = request.requestContext.http
  if (FORBIDDEN.has(method)) throw methodNotAllowed(method, ['GET', 'HEAD', 'POST'])
  const response = await fetch(standardRequest(publicUrl, request))
  const { 'set-cookie': _cookies, ...headers } = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  const bytes = Buffer.from(await response.arrayBuffer())
  const isPlain = headers['content-encoding'] === undefined
  const isText = isPlain && /^text\/|[/+](json|xml|javascript)\b/.test(headers['content-type'] ?? 'text/plain')
  return {
    statusCode: response.status,
    headers,
    ...(cookies.length > 0 && { cookies }),
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    ...(!isText && { isBase64Encoded: true }),
  }
}

function standardRequest(publicUrl: string, request: GatewayRequest): Request {
  const { rawPath, rawQueryString, cookies = [], body, isBase64Encoded, requestContext } = request
  const path = encodedPath(rawPath)
  const headers = new Headers(request.headers)
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const { method } = requestContext.http
  return new Request(publicUrl + path + (rawQueryString && `?${rawQueryString}`), {
    method,
    headers,
    ...(body && !['GET', 'HEAD'].includes(method)
      ? { body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') }
      : {}),
  })
}
