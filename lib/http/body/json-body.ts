import { OsdiError, invalid } from '../../runtime/errors.js'
import type { Body } from '../../fields/field.js'
import { type GatewayRequest, fieldsInsteadOfJson } from '../request.js'

/** Larger than any event that fits an item, smaller than the limits of API Gateway and Lambda. */
const MAX_BYTES = 1_000_000

/**
 * Reads the body of a POST or PUT: a JSON object in UTF-8, as JSON, HAL+JSON or without a type. Its fields are not
 * checked here. A property `__proto__` is an ordinary property.
 * @throws OsdiError unsupported_media_type, too_large, invalid
 */
export function readJsonBody(request: GatewayRequest): Body {
  const type = mediaTypeOf(request)
  if (type && type !== 'application/json' && type !== 'application/hal+json')
    throw new OsdiError('unsupported_media_type', 'The body must be application/json or application/hal+json')
  const bytes = bytesOf(request)
  if (bytes.length >= MAX_BYTES) throw tooLarge('1 MB')
  const text = decode(bytes)
  const fields = fieldsInsteadOfJson(request, text)
  if (fields) return fields
  const json = parse(text)
  if (!isObject(json))
    throw refused('not_an_object', `The body must be a JSON object${Array.isArray(json) ? ', and is an array' : ''}`)
  return json
}

/** Returns the media type of a body, without its parameters. */
export const mediaTypeOf = ({ headers }: GatewayRequest) => headers['content-type']?.split(';')[0]?.trim().toLowerCase()

export const bytesOf = ({ body, isBase64Encoded }: GatewayRequest) =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')

export const tooLarge = (limit: string) => new OsdiError('too_large', `A request body must be smaller than ${limit}`)

export const isObject = (json: unknown): json is Body =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** @throws OsdiError invalid */
export function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('not_utf8', 'The body must be UTF-8')
  }
}

/** @throws OsdiError invalid */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused('not_json', `The body must be JSON${whereOf(error, text)}`)
  }
}

/** Says where a text ends to be JSON: the engine knows the character in most cases. */
function whereOf(error: unknown, text: string): string {
  if (text.trim() === '') return ', and it is empty'
  const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? (/end of JSON/.test(String(error)) ? text.length : 0))
  const found = text.slice(at, at + 20).toWellFormed()
  return `: at character ${at + 1}, it ${found ? `has ${JSON.stringify(found)}` : 'ends too soon'}`
}

export const refused = (error_code: string, description: string) =>
  invalid([{ error_code, description, properties: [] }])
