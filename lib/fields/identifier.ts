import { createHash } from 'node:crypto'
import { withNewIds } from '../runtime/request-context.js'

/** `<system_name>:<id>`. The id may hold anything that prints, colons included; the system name never does. */
const FORM = /^[A-Za-z0-9_-]+:[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u

/** Identifiers are part of an item key, which DynamoDB limits to 2,048 bytes. */
const MAX_BYTES = 512

/** A transaction holds 100 items, and each new identifier is one of them. */
export const MAX_IDENTIFIERS_PER_REQUEST = 80

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text has the form of a native id: a lower-case UUID. */
export const isNativeId = (text: string) => UUID.test(text)

/**
 * Derives the native id of a resource from the values that make it unique: a UUID of version 8 (RFC 9562). Concurrent
 * creations then have the same key, and one of them wins.
 */
export function derivedId(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * The same in the form of a random id (version 4): for people and events, whose ids follow from that of an attendance
 * only as long as they have this version.
 */
export const seededId = (...parts: string[]): string => {
  const id = derivedId(...parts)
  return `${id.slice(0, 14)}4${id.slice(15)}`
}

/**
 * Does work whose new ids follow from a seed, in the order in which they are asked for: done again with the same seed,
 * it creates the same resources, whose keys make the repetition meet them.
 */
export const withIdsFrom = <Result>(seed: string, work: () => Result): Result => {
  let count = 0
  return withNewIds(() => seededId(seed, String(count++)), work)
}

/** Whether a text has the form of an identifier (version 2, "Event", field `identifiers`). */
export const isIdentifier = (text: string) => FORM.test(text) && Buffer.byteLength(text) <= MAX_BYTES

/**
 * Splits the identifiers of a request. Native identifiers are made by the server and only match existing resources;
 * foreign ones also claim.
 */
export function splitIdentifiers(identifiers: string[], nativePrefix: string) {
  const native = `${nativePrefix}:`
  return {
    nativeIds: identifiers.map((each) => nativeIdIn(each, native)).filter((id) => id !== undefined),
    foreign: [...new Set(identifiers.filter((each) => nativeIdIn(each, native) === undefined))],
  }
}

/**
 * The native id in an identifier; undefined for one that does not begin as native ones do. The case does not matter:
 * that of a UUID never does (RFC 9562, section 4), and a prefix in capitals would be taken for ours.
 */
export function nativeIdIn(identifier: string, native: string): string | undefined {
  if (!identifier.toLowerCase().startsWith(native.toLowerCase())) return undefined
  const id = identifier.slice(native.length)
  return isNativeId(id.toLowerCase()) ? id.toLowerCase() : id
}
