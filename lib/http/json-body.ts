import { type Fault, OsdiError, invalid } from '../domain/errors.js'
import type { Body } from '../hal/fields.js'
import type { GatewayRequest } from './request.js'

/** Far above any event that fits an item; below what API Gateway and Lambda let through. */
const MAX_BYTES = 1_000_000
const MAX_DEPTH = 32

/** Names that reach an object's prototype in careless code of whoever reads our documents later. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads the body of a POST or PUT: a JSON object in UTF-8, as JSON or HAL+JSON or under no type at all.
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
  const [first, ...others] = unfit(json, '', 1)
  if (first) throw invalid([first, ...others])
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

/** What no field may hold, wherever it stands. */
function unfit(value: unknown, path: string, depth: number): Fault[] {
  if (typeof value === 'string') return isPlain(value) ? [] : [unfitText(path)]
  if (typeof value !== 'object' || value === null) return []
  if (depth > MAX_DEPTH) return [fault('too_deep', `The body must not nest deeper than ${MAX_DEPTH}`, path)]
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name
    if (!Array.isArray(value) && FORBIDDEN_NAMES.has(name))
      return [fault('forbidden_name', `A property must not be named ${name}`, place)]
    return [...(isPlain(name) ? [] : [unfitText(path)]), ...unfit(inner, place, depth + 1)]
  })
}

/** Lone surrogates are no characters, so DynamoDB could not give them back; NUL ends strings in some clients. */
const isPlain = (text: string) => !text.includes('\0') && text.isWellFormed()

const unfitText = (path: string) =>
  fault('malformed_text', `${shown(path) || 'A property name'} holds a NUL or half of a character`, path)

const fault = (error_code: string, description: string, path: string): Fault => ({
  error_code,
  description,
  properties: path ? [shown(path)] : [],
})

/** Names in a path may be as long as the body. */
const shown = (path: string) => path.slice(0, 200).toWellFormed()

const refused = (error_code: string, description: string) => invalid([fault(error_code, description, '')])
