import { isDeepStrictEqual } from 'node:util'
import type { OptimisticUpdate } from './transaction.js'
import type { Key } from './table.js'

/**
 * The update of an item that turns one value into another, touching only the attributes that differ, on condition that
 * its revision is still the one it had.
 */
export function revise<Value extends { revision: number }>(
  Key: Key,
  before: Value,
  after: Value,
): OptimisticUpdate {
  return { update: { Key, ...updateOf(before, after, before.revision) }, attributes: after }
}

function updateOf(before: object, after: object, revision: number) {
  const old = before as Record<string, unknown>
  const fresh = after as Record<string, unknown>
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (name) => !isDeepStrictEqual(old[name], fresh[name]),
  )
  const set = names.filter((name) => fresh[name] !== undefined)
  const removed = names.filter((name) => fresh[name] === undefined)
  return {
    UpdateExpression: [
      set.length > 0 ? `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}` : '',
      removed.length > 0 ? `REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '',
    ]
      .join(' ')
      .trim(),
    ConditionExpression: '#revision = :if_revision',
    ExpressionAttributeNames: Object.fromEntries([...names, 'revision'].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...set.map((name) => [`:${name}`, fresh[name]]),
      [':if_revision', revision],
    ]) as Record<string, unknown>,
  }
}
