import type { ScanCommandOutput } from '@aws-sdk/lib-dynamodb'
import { ScanCommand } from '../table/client/commands.js'
import type { Table } from '../table/table.js'
import { ttlCachePerTable } from '../table/ttl-cache.js'
import { PENDING } from './pending.js'

/** Says whether a partition of the index of pending members may hold something that is due. */
export type MayBeDue = (partition: string) => boolean

export const everyPartition: MayBeDue = () => true

/** The most entries that are looked at, for some eight read units. */
export const MOST_LOOKED_AT = 500

/** The time for which an index with more entries is not looked at again, in milliseconds. */
const CROWDED_MS = 3_600_000

const crowded = ttlCachePerTable<true>(CROWDED_MS)

/**
 * Finds the partitions of the index of pending members in which something is due at a time. Most of the time the index
 * is nearly empty: a Scan of all of it costs less than a Query of each partition (docs/decisions/0047). Both show the
 * same entries. Where there are very many, mails of later days for example, every partition may have some.
 */
export async function findDuePartitions(table: Table, at: Date): Promise<MayBeDue> {
  if (crowded(table).get('')) return everyPartition
  const due = new Set<unknown>()
  let looked = 0
  let next: Record<string, unknown> | undefined
  do {
    const {
      Items = [],
      ScannedCount = 0,
      LastEvaluatedKey,
    }: ScanCommandOutput = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        IndexName: PENDING,
        FilterExpression: 'since <= :at',
        ExpressionAttributeValues: { ':at': at.toISOString() },
        Limit: MOST_LOOKED_AT - looked,
        ExclusiveStartKey: next,
      }),
    )
    for (const item of Items) due.add(item[PENDING])
    looked += ScannedCount
    next = LastEvaluatedKey
  } while (next && looked < MOST_LOOKED_AT)
  if (!next) return (partition) => due.has(partition)
  crowded(table).set('', true)
  return everyPartition
}
