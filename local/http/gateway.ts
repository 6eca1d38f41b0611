import type { Context } from 'aws-lambda'
import { randomBytes, randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Endpoint } from '../../lib/http/endpoints/endpoints.js'
import { splitUrl, toEvent, type HttpRequest } from './payload.js'
import { gatewayMessage, toResponse, type HttpResponse } from './result.js'
import { createRouter } from './router.js'

/** The entry of a Lambda function. */
export type Handler = (event: unknown, context: Context) => unknown

export interface GatewayOptions {
  endpoints: Endpoint[]
  /** The current code of an endpoint. */
  load: (name: string) => Promise<Handler>
  /** The time limit of functions, in milliseconds; without it, as long as on AWS. */
  timeoutMs?: number
  /**
   * Number of requests that functions answer at the same time; without it, all. The others wait, with their time to
   * come.
   */
  concurrency?: number
  /** Logs failures of functions. */
  log?: (message: string, error: unknown) => void
}

/** A request for `handle`, in the form that is easiest to write. */
export interface SimpleRequest {
  method: string
  /** With the query, percent-encoded. */
  path: string
  headers?: Record<string, string> | [string, string][]
  body?: string | Uint8Array
  remoteAddress?: string
}

/** An HTTP API in this process. */
export interface Gateway {
  /** Answers a request without a socket, through the same payloads, routes and limits. Never rejects. */
  handle: (request: SimpleRequest) => Promise<HttpResponse>
}

/** The quota of an HTTP API for the request line and the header values together. */
const HEAD_LIMIT_BYTES = 10_240
/** The quota of an HTTP API for a body. */
export const BODY_LIMIT_BYTES = 10 * 1024 * 1024
/**
 * The largest JSON that Lambda takes and returns: base64 and escapes count, so a binary body of 4.5 MB is already too
 * much. The odd hundred bytes are AWS's.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const EVENT_LIMIT_BYTES = 6 * 1024 * 1024
export const RESULT_LIMIT_BYTES = 6 * 1024 * 1024 + 100

/** The time of a function that has no other in lib/http/endpoints/endpoints.json. */
const TIMEOUT_S = 10

/** Makes an HTTP API of endpoints and their code. */
export function createGateway({
  endpoints,
  load,
  timeoutMs,
  concurrency = Infinity,
  log = logError,
}: GatewayOptions): Gateway {
  const route = createRouter(endpoints)
  const limit = pLimit(concurrency)
  const secondsOf = new Map(endpoints.map(({ name, seconds = TIMEOUT_S }) => [name, seconds]))

  const answer = async (request: HttpRequest, requestId: string): Promise<HttpResponse> => {
    if (headBytes(request) > HEAD_LIMIT_BYTES) return gatewayMessage(431, 'Request Header Fields Too Large')
    if (request.body.length > BODY_LIMIT_BYTES) return gatewayMessage(413, 'Request Entity Too Large')
    const match = route(request.method, splitUrl(request.url).path)
    if (!match) return gatewayMessage(404, 'Not Found')
    // Between API Gateway, Lambda and the function everything is JSON.
    const event = JSON.stringify(toEvent(request, { match, requestId, time: new Date() }))
    if (Buffer.byteLength(event) > EVENT_LIMIT_BYTES) return gatewayMessage(413, 'Request Entity Too Large')
    try {
      const handler = await load(match.name)
      const limitMs = timeoutMs ?? (secondsOf.get(match.name) ?? TIMEOUT_S) * 1000
      const invoke = (deadline: number) => handler(JSON.parse(event), lambdaContext(match.name, deadline))
      const result = await limit(() => withinTime(limitMs, invoke))
      const json = JSON.stringify(result ?? null)
      if (Buffer.byteLength(json) > RESULT_LIMIT_BYTES) throw new Error('The result is larger than 6 MB.')
      return toResponse(JSON.parse(json))
    } catch (error) {
      log(`${match.name} failed:`, error)
      return gatewayMessage(500, 'Internal Server Error')
    }
  }

  return {
    async handle(simple) {
      const requestId = `${randomBytes(11).toString('base64url')}=`
      const response = await answer(toRequest(simple), requestId)
      response.headers['apigw-requestid'] = requestId
      // An answer to HEAD lacks only the body: the length is the one that GET would have.
      if (![204, 304].includes(response.status)) response.headers['content-length'] = String(response.body.length)
      return simple.method === 'HEAD' ? { ...response, body: Buffer.alloc(0) } : response
    },
  }
}

function toRequest({ method, path, headers = {}, body = '', remoteAddress }: SimpleRequest): HttpRequest {
  return {
    method,
    url: path,
    headers: pairsOf(headers),
    body: Buffer.from(body as string),
    remoteAddress: remoteAddress ?? '127.0.0.1',
  }
}

/** The headers of a request as pairs, in the order sent. */
export const pairsOf = (headers: SimpleRequest['headers'] = {}): [string, string][] =>
  Array.isArray(headers) ? headers : Object.entries(headers)

function headBytes({ method, url, headers }: HttpRequest): number {
  const line = `${method} ${url} HTTP/1.1`
  return headers.reduce((bytes, [, value]) => bytes + Buffer.byteLength(value), Buffer.byteLength(line))
}

/** Runs a function until the deadline. Its later result is dropped, as on AWS. */
async function withinTime(timeoutMs: number, run: (deadline: number) => unknown): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  // A promise of node:timers that is aborted makes two errors, which cost as much as the rest of the gateway.
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`Task timed out after ${timeoutMs / 1000} seconds`))
    timer = setTimeout(fail, timeoutMs)
  })
  try {
    return await Promise.race([run(Date.now() + timeoutMs), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the context of an invocation. @param deadline in milliseconds since 1970 */
export function lambdaContext(name: string, deadline: number): Context {
  const requestId = randomUUID()
  return {
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    memoryLimitInMB: '256',
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    // Part of the type, and of Lambda's context, until AWS removes them.
    /* eslint-disable @typescript-eslint/no-deprecated */
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
    /* eslint-enable @typescript-eslint/no-deprecated */
  }
}

function logError(message: string, error: unknown): void {
  console.error(message, error)
}
