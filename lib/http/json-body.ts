import { OsdiError, invalid } from '../domain/errors.js'
import type { Body } from '../domain/fields/body-field.js'
import type { GatewayRequest } from './request.js'

/** Larger than any event that fits an item, smaller than the limits of API Gateway and Lambda. */
const MAX_BYTES = 1_000_000

/**
 * Reads the body of a POST or PUT: a JSON object in UTF-8, as JSON, HAL+JSON or without a type. Its fields are not
 * checked here. A property `__proto__` is an ordinary property.
 * @throws OsdiError unsupported_media_type, too_large, invalid
 */
export function readJsonBody(request: GatewayRequest): Body {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type && type !== 'application/json' && type !== 'application/hal+json')
    throw new OsdiError('unsupported_media_type', 'The body must be application/json or application/hal+json')
  const bytes = Buffer.from(request.body ?? '', request.isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length >= MAX_BYTES) throw new OsdiError('too_large', 'A request body must be smaller than 1 MB')
  const json = parse(decode(bytes))
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw refused('not_an_object', 'The body must be a JSON object')
  return json as Body
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('not_utf8', 'The body must be UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('not_json', 'The body must be JSON')
  }
}

const refused = (error_code: string, description: string) =>
  invalid([{ error_code, description, properties: [] }])
