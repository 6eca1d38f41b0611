import type { Literal } from '../fields/filter.js'
import { isIdentifier, isNativeId } from '../fields/identifier.js'
import { getMany, getOne } from '../table/reads.js'
import { type Item, type ResourceType, type Table, keyOf } from '../table/table.js'
import type { TransactItem } from '../table/conflicts.js'
import type { Owner } from '../runtime/owner.js'

/**
 * The resources among which an identifier is unique: all of a type, or the people of one owner, of whom no other owner
 * learns what they are called.
 */
export type Among = Exclude<ResourceType, 'person'> | `person#${Owner}`

/** The scope in which the identifiers of a resource are unique. @param owner of a person */
export const among = (type: ResourceType, owner: unknown): Among =>
  type === 'person' ? `person#${owner as Owner}` : type

/** The type and the id of a resource, as a claim names it. */
const holderOf = (of: Among, id: string) => `${of.split('#')[0]}:${id}`

/** The resources among which a claim was made: what its key says besides the identifier. */
export const amongIn = ({ pk, identifier }: Item): Among =>
  pk.slice('identifier#'.length, -String(identifier).length - 1) as Among

/**
 * Claims a foreign identifier for a resource: an item whose key is the identifier, written only if there is
 * none of another resource, in the transaction that writes its holder. This item, not the index over it, keeps
 * identifiers unique: an index accepts duplicates and lags (decision record 0001).
 */
export function claim(table: Table, of: Among, identifier: string, id: string): TransactItem {
  const holder = holderOf(of, id)
  return {
    Put: {
      TableName: table.name,
      Item: { identifier, holder, ...keyOf.identifier(of, identifier) },
      ConditionExpression: 'attribute_not_exists(pk) OR holder = :holder',
      ExpressionAttributeValues: { ':holder': holder },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}

/** Releases an identifier, so that any resource may claim it. */
export const releaseClaim = (table: Table, of: Among, identifier: string, id: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: keyOf.identifier(of, identifier),
    ConditionExpression: 'attribute_not_exists(pk) OR holder = :holder',
    ExpressionAttributeValues: { ':holder': holderOf(of, id) },
  },
})

/** Moves the claim of an identifier from one resource to another. Both are written in the same transaction. */
export const moveClaim = (
  table: Table,
  of: Among,
  identifier: string,
  { from, to }: { from: string; to: string },
): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { identifier, holder: holderOf(of, to), ...keyOf.identifier(of, identifier) },
    ConditionExpression: 'attribute_not_exists(pk) OR holder = :from OR holder = :to',
    ExpressionAttributeValues: { ':from': holderOf(of, from), ':to': holderOf(of, to) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** The id of the resource that holds the identifier of a claim that stood against ours. */
export const holderIn = (claim: Record<string, unknown>) => {
  const holder = claim['holder'] as string
  return holder.slice(holder.indexOf(':') + 1)
}

export const identifierIn = (claim: Record<string, unknown>) => claim['identifier'] as string

/** The id of the resource that holds an identifier, native or foreign; it need not exist if it is native. */
export async function findHolder(table: Table, of: Among, { text, nativeId }: Literal) {
  if (nativeId !== undefined) return isNativeId(nativeId) ? nativeId : undefined
  const item = isIdentifier(text) ? await getOne(table, keyOf.identifier(of, text)) : undefined
  return item && holderIn(item)
}

/** The ids of the resources that hold foreign identifiers, in their order: one request for a hundred of them. */
export async function findHolders(table: Table, of: Among, identifiers: string[]): Promise<(string | undefined)[]> {
  const keys = identifiers.map((identifier) => keyOf.identifier(of, identifier))
  return (await getMany(table, keys, { consistent: true })).map((claim) => claim && holderIn(claim))
}
