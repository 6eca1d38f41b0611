import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { repeatedInput } from './body/form-body.js'
import { notFound } from '../runtime/errors.js'
import type { EventForBrowsers } from '../events/event.js'
import { isNativeId } from '../fields/identifier.js'
import type { OwnerSettings } from '../access/owner-settings.js'
import type { Allowance } from './state/rate-limit.js'
import type { Principal } from '../access/principal.js'
import type { Owner } from '../runtime/owner.js'
import type { Body } from '../fields/body-field.js'
import { type Precondition, readIfMatch } from './preconditions/if-match.js'
import { wantsPage } from './wants-page.js'
import type { RequestTiming } from './request-log.js'
import type { Row, Rows } from './body/rows-body.js'

/** The payload of an HTTP API, format 2.0, with what the middleware has added. */
export type GatewayRequest = APIGatewayProxyEventV2 & {
  timing?: RequestTiming
  principal?: Principal
  /** Ends when the use of the key is recorded. */
  useRecorded?: Promise<void>
  allowance?: Allowance
  /** The event that a browser without a key may attend, and the settings of its owner. */
  attended?: Attended
  json?: Body
  /** The rows of a bulk request. */
  rows?: Rows
  /** The inputs of a form by their names. */
  form?: Record<string, string>
}

/** The event of a visitor, and the settings of its owner. */
export interface Attended {
  event: EventForBrowsers
  settings: OwnerSettings
  /** The dates that a form of a series asks for, the event being the first of them. */
  dates?: EventForBrowsers[]
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

/** A browser's request without a key, which the owner allows, as its handler gets it. */
export type BrowserRequest = PublicRequest & Pick<ApiRequest, 'body'> & Attended

/** A visitor's form, as its handler gets it. */
export type FormRequest = PublicRequest &
  Attended & {
    inputs: Record<string, string>
    /** The values of all inputs of a name, as boxes have. */
    inputsOf: (name: string) => string[]
    /** Whether the answer is a page, for a browser without scripts. */
    wantsPage: boolean
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
  query.replace(
    /(^|&)((?:per_)?page=[^&?]*)\?(?=filter=[^&]*(?:\+|%20| )(?:eq|ne|gt|ge|lt|le)(?:\+|%20| ))/gi,
    '$1$2&',
  )

/** Returns the request for a handler of a browser's endpoint. */
export function browserRequest(request: GatewayRequest): BrowserRequest {
  const { attended, json = {} } = request
  if (!attended) throw new Error('A browser was let in for no event')
  return { ...publicRequest(request), ...attended, body: json }
}

/** Returns the request for a handler of a form. */
export function formRequest(request: GatewayRequest): FormRequest {
  const { attended, form = {} } = request
  if (!attended) throw new Error('A visitor was let in for no event')
  return {
    ...publicRequest(request),
    ...attended,
    inputs: form,
    inputsOf: (name) => repeatedInput(request, name),
    wantsPage: wantsPage(request),
  }
}

/** Returns the parameters of the path for a handler. */
export function publicRequest({ pathParameters, rawQueryString, headers }: GatewayRequest): PublicRequest {
  const parameter = (name: string) => pathParameters?.[name] ?? ''
  return {
    id: (name = 'id') => {
      const id = parameter(name)
      if (!isNativeId(id)) throw notFound()
      return id
    },
    parameter,
    query: oneQuery(rawQueryString),
    headers,
  }
}
