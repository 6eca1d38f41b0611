import { keyOfHolder } from '../table/items/items.js'
import { getMany } from '../table/reads.js'
import type { Item, Key, ResourceType, Table } from '../table/table.js'
import type { TransactItem } from '../table/conflicts.js'
import { transact } from '../table/transaction.js'
import { amongIn, releaseClaim } from './identifiers.js'

/*
 * A claim is orphaned when its holder does not exist, or does not have what is claimed for it: an import that was
 * stopped has left it. Nothing would ever release it, so a write that meets it does, on condition that the holder is
 * still as it was seen.
 */

/**
 * Releases those of some claims of identifiers that are orphaned. A claim and its holder are written in one
 * transaction, so that no holder is about to be written.
 * @param claims that a write has met
 * @returns whether the write is worth another attempt
 */
export async function releaseOrphanedIdentifiers(table: Table, claims: Item[]): Promise<boolean> {
  const met = claims.map(claimIn)
  const holders = await getMany(
    table,
    met.map(({ holder }) => holder),
    { consistent: true },
  )
  const orphans = met
    .map((claim, i) => ({ ...claim, found: holders[i] }))
    .filter(({ found, identifier }) => !(found?.['identifiers'] as string[] | undefined)?.includes(identifier))
  for (const { of, id, identifier, holder, found } of orphans)
    await transact(table, [releaseClaim(table, of, identifier, id), asSeen(table, holder, found)])
  return orphans.length > 0
}

/** Returns the content of a claim, and the key of its holder. */
function claimIn(claim: Item) {
  const { identifier, holder } = claim
  const type = (holder as string).split(':')[0] as ResourceType
  const id = (holder as string).slice(type.length + 1)
  return { of: amongIn(claim), id, identifier: identifier as string, holder: keyOfHolder(type, id) }
}

/** Holds while the holder of a claim is as it was read: there and unchanged, or not there. */
export const asSeen = (table: Table, Key: Key, found: Item | undefined): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key,
    ...(found
      ? {
          ConditionExpression: 'revision = :revision',
          ExpressionAttributeValues: { ':revision': found['revision'] },
        }
      : { ConditionExpression: 'attribute_not_exists(pk)' }),
  },
})
