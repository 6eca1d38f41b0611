import type { Literal } from '../fields/filter.js'
import { isIdentifier, isNativeId } from '../fields/identifier.js'
import { getMany, getOne } from '../table/reads.js'
import { type ResourceType, type Table, keyOf } from '../table/table.js'
import type { TransactItem } from '../table/conflicts.js'

/**
 * Claims a foreign identifier for a resource: an item whose key is the identifier, written only if there is
 * none of another resource, in the transaction that writes its holder. This item, not the index over it, keeps
 * identifiers unique: an index accepts duplicates and lags (decision record 0001).
 */
export function claim(table: Table, type: ResourceType, identifier: string, id: string): TransactItem {
  const holder = `${type}:${id}`
  return {
    Put: {
      TableName: table.name,
      Item: { identifier, holder, ...keyOf.identifier(type, identifier) },
      ConditionExpression: 'attribute_not_exists(pk) OR holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}

/** Releases an identifier, so that any resource may claim it. */
export const releaseClaim = (table: Table, type: ResourceType, identifier: string, id: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOf.identifier(type, identifier),
    ConditionExpression: 'attribute_not_exists(pk) OR holder = :holder',
    ExpressionAttributeValues: { ':holder': `${type}:${id}` },
  },
})

/** Moves the claim of an identifier from one resource to another. Both are written in the same transaction. */
export const moveClaim = (
  table: Table,
  type: ResourceType,
  identifier: string,
  { from, to }: { from: string; to: string },
): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { identifier, holder: `${type}:${to}`, ...keyOf.identifier(type, identifier) },
    ConditionExpression: 'attribute_not_exists(pk) OR holder = :from OR holder = :to',
    ExpressionAttributeValues: { ':from': `${type}:${from}`, ':to': `${type}:${to}` },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** The id of the resource that holds the identifier of a claim that stood against ours. */
export const holderIn = (claim: Record<string, unknown>) => {
  const holder = claim['holder'] as string
  return holder.slice(holder.indexOf(':') + 1)
}

/** The identifier of a claim. */
export const identifierIn = (claim: Record<string, unknown>) => claim['identifier'] as string

/** The id of the resource that holds an identifier, native or foreign; it need not exist if it is native. */
export async function findHolder(table: Table, type: ResourceType, { text, nativeId }: Literal) {
  if (nativeId !== undefined) return isNativeId(nativeId) ? nativeId : undefined
  const item = isIdentifier(text) ? await getOne(table, keyOf.identifier(type, text)) : undefined
  return item && holderIn(item)
}

/** The ids of the resources that hold foreign identifiers, in their order: one request for a hundred of them. */
export async function findHolders(
  table: Table,
  type: ResourceType,
  identifiers: string[],
): Promise<(string | undefined)[]> {
  const keys = identifiers.map((identifier) => keyOf.identifier(type, identifier))
  return (await getMany(table, keys, { consistent: true })).map((claim) => claim && holderIn(claim))
}
