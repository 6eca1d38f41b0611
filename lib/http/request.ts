import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { notFound } from '../domain/errors.js'
import type { OsdiEvent } from '../domain/event.js'
import { isNativeId } from '../domain/identifier.js'
import type { Allowance } from '../domain/rate-limit.js'
import type { Owner, Principal } from '../domain/principal.js'
import type { Body } from '../domain/fields/body-field.js'
import { type Expectation, expectationOf } from './if-match.js'
import type { Begun } from './request-log.js'

/** The payload of an HTTP API, format 2.0, and what the stack has read of it so far. */
export type GatewayRequest = APIGatewayProxyEventV2 & {
  begun?: Begun
  principal?: Principal
  allowance?: Allowance
  /** The event that a browser without a key may attend. */
  attended?: OsdiEvent
  json?: Body
}

/** What a handler asks of a request that came without a key. */
export interface PublicRequest {
  /**
   * The native id in the path, by the name of its parameter.
   * @throws OsdiError not_found when it has not the form of one, so that no odd path reaches the table
   */
  id: (parameter?: string) => string
  /** Any other parameter of the path. */
  parameter: (name: string) => string
}

/** What a handler asks of a request. */
export interface ApiRequest extends PublicRequest {
  principal: Principal
  owner: Owner
  /** The query as it came, without `?`; API Gateway's own reading of it joins what is repeated. */
  query: string
  /** The JSON object of a POST or PUT; empty for other methods. */
  body: Body
  /** What `If-Match` demands of what a PUT changes. */
  expects: Expectation
}

/** What a handler asks of a request that a browser sent without a key, where the owner allows it. */
export type BrowserRequest = PublicRequest & Pick<ApiRequest, 'body'> & { event: OsdiEvent }

/** What the stack has read, as a handler asks for it. */
export function apiRequest(request: GatewayRequest): ApiRequest {
  const { principal, json = {}, rawQueryString } = request
  if (!principal) throw new Error('An endpoint without a key asked for a principal')
  return {
    ...publicRequest(request),
    principal,
    owner: principal.owner,
    query: oneQuery(rawQueryString),
    body: json,
    expects: expectationOf(request.headers['if-match']),
  }
}

/**
 * Some clients append a second query to an address that ends in a page: `page=2?filter=…`. Where that is no
 * filter, it is part of the page, whose leading digits count.
 */
const oneQuery = (query: string) =>
  query.replace(
    /(^|&)((?:per_)?page=[^&?]*)\?(?=filter=[^&]*(?:\+|%20| )(?:eq|ne|gt|ge|lt|le)(?:\+|%20| ))/gi,
    '$1$2&',
  )

/** What the stack has read of a browser's request, as a handler asks for it. */
export function browserRequest(request: GatewayRequest): BrowserRequest {
  const { attended, json = {} } = request
  if (!attended) throw new Error('A browser was let in for no event')
  return { ...publicRequest(request), event: attended, body: json }
}

/** What a path says, as a handler asks for it. */
export function publicRequest({ pathParameters }: GatewayRequest): PublicRequest {
  const parameter = (name: string) => pathParameters?.[name] ?? ''
  return {
    id: (name = 'id') => {
      const id = parameter(name)
      if (!isNativeId(id)) throw notFound()
      return id
    },
    parameter,
  }
}
