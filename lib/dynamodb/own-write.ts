import { isDeepStrictEqual } from 'node:util'

/*
 * A conditional write whose first attempt got no answer may be refused by what that attempt wrote. These compare what
 * the condition met with what the write meant to leave there.
 */

type Values = Record<string, unknown>

/** Whether an item is the very one that a put writes. */
export const isOwnPut = (item: Values, put: object): boolean => isDeepStrictEqual(stored(item), stored(put))

/** Whether an item has all the attributes that an update sets. */
export function isOwnUpdate(item: Values, attributes: object): boolean {
  const found = stored(item)
  return Object.entries(stored(attributes)).every(([name, value]) => isDeepStrictEqual(found[name], value))
}

/** A value as DynamoDB keeps it: without what is undefined. */
const stored = (value: object) => JSON.parse(JSON.stringify(value)) as Values
