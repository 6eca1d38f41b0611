import { isDeepStrictEqual } from 'node:util'

/*
 * A conditional write whose first attempt got no answer may be refused because that attempt was applied. These
 * functions compare the conflicting item with the item that the write intended.
 */

type Values = Record<string, unknown>

/** Whether an item is the one that a put writes. */
export const isOwnPut = (item: Values, put: object): boolean => isDeepStrictEqual(stored(item), stored(put))

/** Whether an item has all the attributes that an update sets. */
export function isOwnUpdate(item: Values, attributes: object): boolean {
  const found = stored(item)
  return Object.entries(stored(attributes)).every(([name, value]) => isDeepStrictEqual(found[name], value))
}

/** Returns a value as DynamoDB stores it: without undefined. */
const stored = (value: object) => JSON.parse(JSON.stringify(value)) as Values
