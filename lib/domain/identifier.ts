import { createHash } from 'node:crypto'

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
 * The native id of what there can be only one of: a UUID of version 8 (RFC 9562) that follows from what makes it
 * the one, so that its key keeps it unique, whatever races.
 */
export function derivedId(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether a text has the form of an identifier (version 2, "Event", field `identifiers`). */
export const isIdentifier = (text: string) => FORM.test(text) && Buffer.byteLength(text) <= MAX_BYTES

/**
 * Parts the identifiers of a request: native ones only ever match an existing resource, they are made by the
 * server; foreign ones also claim. A UUID is the same in capitals (RFC 9562, section 4).
 */
export function partIdentifiers(identifiers: string[], nativePrefix: string) {
  const native = `${nativePrefix}:`
  return {
    nativeIds: identifiers
      .filter((each) => each.startsWith(native))
      .map((each) => nativeIdIn(each.slice(native.length))),
    foreign: [...new Set(identifiers.filter((each) => !each.startsWith(native)))],
  }
}

const nativeIdIn = (text: string) => (isNativeId(text.toLowerCase()) ? text.toLowerCase() : text)
