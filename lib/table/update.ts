import { isDeepStrictEqual } from 'node:util'
import { change } from './change.js'
import { is } from './condition.js'
import type { OptimisticUpdate } from './transaction.js'
import type { PlainKey } from './items/kind.js'

/**
 * The update of an item that turns one value into another, touching only the attributes that differ, on condition that
 * its revision is still the one it had.
 */
export function revise<Value extends { revision: number }>(
  Key: PlainKey,
  before: Value,
  after: Value,
): OptimisticUpdate {
  const update = change(Key, { set: differences(before, after) }, is('revision', before.revision))
  return { update, attributes: after }
}

/** Returns the attributes that differ. One that is gone is undefined, which removes it. */
function differences(before: object, after: object): object {
  const old = before as Record<string, unknown>
  const fresh = after as Record<string, unknown>
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(old[name], fresh[name])).map((name) => [name, fresh[name]]),
  )
}
