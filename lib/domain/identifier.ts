/** `<system_name>:<id>`. The id may hold anything that prints, colons included; the system name never does. */
const FORM = /^[A-Za-z0-9_-]+:[^\s\p{C}](?:[^\p{C}]*[^\s\p{C}])?$/u

/** Identifiers are part of an item key, which DynamoDB limits to 2,048 bytes. */
const MAX_BYTES = 512

/** A transaction holds 100 items, and each new identifier is one of them. */
export const MAX_IDENTIFIERS_PER_REQUEST = 80

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether a text has the form of a native id: a lower-case UUID. */
export const isNativeId = (text: string) => UUID.test(text)

/** Whether a text has the form of an identifier (version 2, "Event", field `identifiers`). */
export const isIdentifier = (text: string) => FORM.test(text) && Buffer.byteLength(text) <= MAX_BYTES

/**
 * Parts the identifiers of a request: native ones only ever match an existing resource, they are made by the
 * server; foreign ones also claim.
 */
export function partIdentifiers(identifiers: string[], nativePrefix: string) {
  const native = `${nativePrefix}:`
  return {
    nativeIds: identifiers.filter((each) => each.startsWith(native)).map((each) => each.slice(native.length)),
    foreign: [...new Set(identifiers.filter((each) => !each.startsWith(native)))],
  }
}
