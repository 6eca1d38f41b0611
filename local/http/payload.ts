import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { isUtf8 } from 'node:buffer'
import type { Match } from './router.js'

/** A request as it came over the wire. */
export interface HttpRequest {
  method: string
  /** Path and query, percent-encoded as sent. */
  url: string
  /** In the order sent, repeated names repeated. */
  headers: [string, string][]
  body: Buffer
  remoteAddress: string
}

/** The fields that API Gateway adds to a request on its way to the function. */
export interface Arrival {
  match: Match
  requestId: string
  time: Date
}

/**
 * The types whose bodies an HTTP API passes on as text; all others arrive in base64, also
 * `application/hal+json`, form data, and a body without a type. AWS documents only that "binary" bodies are
 * encoded; this split was measured by others: https://github.com/ministackorg/ministack/pull/766
 */
const TEXT = /^\s*(text\/[^;\s]+|application\/(json|xml|javascript))\s*(;|$)/i

/**
 * The event that an HTTP API hands to a Lambda function, payload format 2.0. What is empty is absent.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function toEvent(request: HttpRequest, { match, requestId, time }: Arrival): APIGatewayProxyEventV2 {
  const { path, query } = splitUrl(request.url)
  const { cookie, ...headers } = collectHeaders(request)
  const host = (headers['host'] ?? 'localhost').replace(/:\d+$/, '')
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookie ? { cookies: cookie.split(/;\s*/).filter((each) => each !== '') } : {}),
    headers,
    ...(query === '' ? {} : { queryStringParameters: parseQuery(query) }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] as string,
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.remoteAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: match.routeKey,
      stage: '$default',
      time: logTime(time),
      timeEpoch: time.getTime(),
    },
    ...(match.pathParameters ? { pathParameters: match.pathParameters } : {}),
    ...toBody(request.body, headers['content-type']),
  }
}

/**
 * Path and query of a request. An HTTP API decodes the path before it does anything else: `rawPath`, the
 * route and the path parameters are all of the decoded one, so that `%2F` is a slash like any other. An escape
 * that is not UTF-8 stays as sent (AWS refuses this path or decodes parts of it twice; the local gateway does not).
 * The query stays as sent.
 */
export function splitUrl(url: string): { path: string; query: string } {
  // A client that believes to talk to a proxy sends the whole URL.
  const [path, ...query] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?') as [string, ...string[]]
  return { path: decodePath(path) || '/', query: query.join('?') }
}

function decodePath(path: string): string {
  return path.replace(/(%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** Names in lower case, repeats joined by commas, cookies as one header would have them. */
function collectHeaders({ headers, remoteAddress }: HttpRequest): Record<string, string> {
  const collected = new Map<string, string>()
  const add = (name: string, value: string, separator: string) => {
    const before = collected.get(name)
    collected.set(name, before === undefined ? value : before + separator + value)
  }
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    add(lower, value, lower === 'cookie' ? '; ' : ',')
  }
  add('x-forwarded-for', remoteAddress, ', ')
  const port = /:(\d+)$/.exec(collected.get('host') ?? '')?.[1] ?? '80'
  collected.set('x-forwarded-port', port).set('x-forwarded-proto', 'http')
  return Object.fromEntries(collected)
}

/** Decoded, `+` as a space, repeats joined by commas: who needs to tell them apart reads `rawQueryString`. */
function parseQuery(query: string): Record<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = parameters.get(name)
    parameters.set(name, before === undefined ? value : `${before},${value}`)
  }
  return Object.fromEntries(parameters)
}

function toBody(body: Buffer, type = ''): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false }
  // Bytes that are not UTF-8 would be replaced silently.
  const isText = TEXT.test(type) && isUtf8(body)
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText }
}

/** `14/Apr/2025:22:14:51 +0000`, the time of the common log format. */
function logTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ')
  return `${day}/${month}/${year}:${clock} +0000`
}
