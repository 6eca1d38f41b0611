import { isDeepStrictEqual } from 'node:util'

/**
 * The update that turns one value into another, touching only the attributes that differ, on condition that
 * some attributes still have the values they had.
 */
export function updateOf(before: object, after: object, condition: Record<string, unknown>) {
  const old = before as Record<string, unknown>
  const fresh = after as Record<string, unknown>
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (name) => !isDeepStrictEqual(old[name], fresh[name]),
  )
  const set = names.filter((name) => fresh[name] !== undefined)
  const removed = names.filter((name) => fresh[name] === undefined)
  const conditions = Object.keys(condition)
  return {
    UpdateExpression: [
      set.length > 0 ? `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}` : '',
      removed.length > 0 ? `REMOVE ${removed.map((name) => `#${name}`).join(', ')}` : '',
    ]
      .join(' ')
      .trim(),
    ConditionExpression: conditions.map((name) => `#${name} = :if_${name}`).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries([...names, ...conditions].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries([
      ...set.map((name) => [`:${name}`, fresh[name]]),
      ...conditions.map((name) => [`:if_${name}`, condition[name]]),
    ]) as Record<string, unknown>,
  }
}
