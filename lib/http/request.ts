import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { notFound } from '../domain/errors.js'
import { isNativeId } from '../domain/identifier.js'
import type { Owner, Principal } from '../domain/principal.js'
import type { Body } from '../hal/fields.js'

/** The payload of an HTTP API, format 2.0, and what the stack has read of it so far. */
export type GatewayRequest = APIGatewayProxyEventV2 & { principal?: Principal; json?: Body }

/** What a handler asks of a request. */
export interface ApiRequest {
  principal: Principal
  owner: Owner
  /**
   * The native id in the path, by the name of its parameter.
   * @throws OsdiError not_found when it has not the form of one, so that no odd path reaches the table
   */
  id: (parameter?: string) => string
  /** Any other parameter of the path. */
  parameter: (name: string) => string
  /** The query as it came, without `?`. */
  query: string
  /** The JSON object of a POST or PUT; empty for other methods. */
  body: Body
}

/** What the stack has read, as a handler asks for it. */
export function apiRequest({
  principal,
  json = {},
  pathParameters,
  rawQueryString,
}: GatewayRequest): ApiRequest {
  if (!principal) throw new Error('An endpoint without a key asked for a principal')
  const parameter = (name: string) => pathParameters?.[name] ?? ''
  return {
    principal,
    owner: principal.owner,
    id: (name = 'id') => {
      const id = parameter(name)
      if (!isNativeId(id)) throw notFound()
      return id
    },
    parameter,
    query: rawQueryString,
    body: json,
  }
}
