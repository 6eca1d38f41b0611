import { OsdiError } from '../runtime/errors.js'

/** An item holds 400 KB (DynamoDB limit); the rest is for attribute names, numbers and index keys. */
const MAX_BYTES = 380_000

/**
 * Asserts that a resource fits into an item, and returns it.
 * @param noun its name in the error message
 * @throws OsdiError too_large
 */
export function assertItemSize<Resource extends object>(resource: Resource, noun: string): Resource {
  const bytes = Buffer.byteLength(JSON.stringify(resource))
  if (bytes <= MAX_BYTES) return resource
  const article = /^[aeiou]/.test(noun) ? 'An' : 'A'
  throw new OsdiError('too_large', `${article} ${noun} holds at most ${MAX_BYTES} bytes; this one has ${bytes}`)
}
