import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { notFound } from '../runtime/errors.js'
import { isNativeId } from '../fields/identifier.js'
import type { Allowance } from './state/rate-store.js'
import type { Principal } from '../runtime/principal.js'
import type { Owner } from '../runtime/owner.js'
import type { Body } from '../fields/field.js'
import { type Precondition, readIfMatch } from './preconditions/conditional.js'
import type { RequestTiming } from './request-log.js'
import type { Row, Rows } from './body/rows-body.js'

/** The payload of an HTTP API, format 2.0, with what the middleware has added. */
export type GatewayRequest = APIGatewayProxyEventV2 & {
  timing?: RequestTiming
  principal?: Principal
  /** Ends when the use of the key is recorded. */
  useRecorded?: Promise<void>
  allowance?: Allowance
  /** Whom a request without a key is about, once it is known. */
  about?: Owner
  json?: Body
  /** The rows of a bulk request. */
  rows?: Rows
  /** The inputs of a form by their names. */
  form?: Record<string, string>
}

/** A request without a key, as its handler gets it. */
export interface PublicRequest {
  /**
   * The native id in the path, by the name of its parameter.
   * @throws OsdiError not_found when it is not a UUID, so that no malformed path reaches the table
   */
  id: (parameter?: string) => string
  /** Any other parameter of the path. */
  parameter: (name: string) => string
  /** The query as sent, without `?`. API Gateway's parsed one joins repeated parameters. */
  query: string
  /** By their names in small letters. */
  headers: Record<string, string | undefined>
}

/** A request with a key, as its handler gets it. */
export interface ApiRequest extends PublicRequest {
  principal: Principal
  owner: Owner
  /** The JSON object of a POST or PUT; empty for other methods. */
  body: Body
  /** Checks the resource against `If-Match` before a PUT changes it. */
  precondition: Precondition
}

/** A bulk request with a key, as its handler gets it. */
export interface BulkRequest extends ApiRequest {
  rows: Row[]
  /** Whether the people of rows are mailed that do not say it themselves. */
  mail: boolean
  /** Leads from an answer to the log. */
  requestId: string
}

/** Returns the request for a handler of an endpoint with a key. */
export function apiRequest(request: GatewayRequest): ApiRequest {
  const { principal, json = {} } = request
  if (!principal) throw new Error('An endpoint without a key asked for a principal')
  return {
    ...publicRequest(request),
    principal,
    owner: principal.owner,
    body: json,
    precondition: readIfMatch(request.headers['if-match']),
  }
}

/** Returns the request for a handler of bulk requests. */
export const bulkRequest = (request: GatewayRequest): BulkRequest => ({
  ...apiRequest(request),
  ...(request.rows ?? { rows: [], mail: false }),
  requestId: request.requestContext.requestId,
})

/**
 * Joins a second query. Some clients append one to an address that ends in a page: `page=2?filter=…`. Other text after
 * `?` is part of the page, whose leading digits count.
 */
const oneQuery = (query: string) =>
  query.replace(/(^|&)((?:per_)?page=[^&?]*)\?(?=filter=[^&]*(?:\+|%20| )(?:eq|ne|gt|ge|lt|le)(?:\+|%20| ))/gi, '$1$2&')

/** Says how a segment that is not an id becomes one. */
function hintFor(segment: string): string {
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(segment.toLowerCase()) ?? []
  if (id) return `In an address, the id stands alone, in small letters: ${id}`
  const isIdentifier = segment.includes(':')
  return isIdentifier
    ? "Only ids of this service are in addresses. Find it by its identifier: ?filter=identifier eq '…' at the collection"
    : 'An id is a UUID, such as that in the link `self` of each resource'
}

/** Returns the parameters of the path for a handler. */
export function publicRequest({ pathParameters, rawQueryString, headers }: GatewayRequest): PublicRequest {
  const parameter = (name: string) => pathParameters?.[name] ?? ''
  return {
    id: (name = 'id') => {
      const id = parameter(name)
      if (!isNativeId(id)) throw notFound(hintFor(id))
      return id
    },
    parameter,
    query: oneQuery(rawQueryString),
    headers,
  }
}

/** Parameters of a query that are not fields. */
const OF_QUERIES = ['background_request', 'page', 'per_page', 'filter', 'after']

/** Fields that are always arrays, also with one value. */
const ARRAYS = ['identifiers', 'add_tags', 'remove_tags', 'languages_spoken']

/** A form begins with a name, which JSON never does. */
const FORM = /^[\w:.%+-]+=/

/**
 * Reads fields that a program sends where JSON belongs: in the query of a POST without a body, or as a form that is
 * labeled as JSON in a PUT. Parsons does both (lib/http/body/README.md).
 * @param text the body
 * @returns undefined when there are none, so that the body is refused like every body that is not JSON
 */
export function fieldsInsteadOfJson(
  { rawQueryString, requestContext }: GatewayRequest,
  text: string,
): Body | undefined {
  const { method } = requestContext.http
  if (method === 'POST' && text === '') return fieldsIn(rawQueryString)
  return method === 'PUT' && FORM.test(text) ? fieldsIn(text) : undefined
}

function fieldsIn(form: string): Body | undefined {
  const sent = new URLSearchParams(form)
  const names = [...new Set(sent.keys())].filter((name) => !OF_QUERIES.includes(name))
  if (names.length === 0) return undefined
  const valueOf = (name: string) => {
    const values = sent.getAll(name)
    return values.length > 1 || ARRAYS.includes(name) ? values : values[0]
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}
