import { getMany } from '../reads.js'
import { type Key, type Table, keyOf } from '../table.js'
import { type TransactItem, putIfAbsent } from '../transaction.js'
import { ttlCachePerTable } from '../ttl-cache.js'

/** Least number of seats in a bucket, and most buckets of an event. */
const SEATS = 10
const BUCKETS = 64

/** The seats of an event with a capacity, for one attendance. */
export interface Seats {
  /** Whether a bucket may have a free seat, as far as this process knows. */
  mayBeFree(): boolean
  /** Takes a seat from one of those buckets: an item of the transaction that writes the attendance. */
  take(): TransactItem
  /** Reads which buckets have free seats. @returns false when none has */
  look(): Promise<boolean>
}

/** Buckets of an event and its capacity that this process has not seen full. */
const notSeenFull = ttlCachePerTable<number[]>()

/**
 * Seats are divided into buckets, because DynamoDB limits the writes of one item. The transaction that writes an
 * attendance takes a seat from any bucket, so that no seat is given twice, and none is lost with a failed request. A
 * bucket without taken seats has no item. Seats are never given back, so a process does not read a full bucket again,
 * and answers for a full event without a read. With another capacity, the buckets have other sizes and are read again.
 */
export function seatsOf(table: Table, event: string, capacity: number): Seats {
  const quotas = quotasOf(capacity)
  const keys = keysOf(event, quotas)
  const known = notSeenFull(table)
  const name = `${event}#${capacity}`
  const free = () => known.get(name) ?? [...quotas.keys()]
  return {
    mayBeFree: () => free().length > 0,

    take() {
      const buckets = free()
      const bucket = buckets[Math.floor(Math.random() * buckets.length)] ?? 0
      return {
        Update: {
          TableName: table.name,
          Key: keys[bucket],
          UpdateExpression: 'ADD taken :one',
          ConditionExpression: 'attribute_not_exists(taken) OR taken < :quota',
          ExpressionAttributeValues: { ':one': 1, ':quota': quotas[bucket] },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      }
    },

    async look() {
      const taken = await takenOf(table, keys)
      const left = quotas.flatMap((quota, i) => ((taken[i] as number) < quota ? [i] : []))
      known.set(name, left)
      return left.length > 0
    },
  }
}

/** Returns the number of taken seats of an event. */
export const seatsTaken = async (table: Table, event: string, capacity: number): Promise<number> =>
  (await takenOf(table, keysOf(event, quotasOf(capacity)))).reduce((sum, taken) => sum + taken, 0)

/** Fills new seat buckets with `count` taken seats, for an imported event that has no buckets yet. */
export async function putSeats(table: Table, event: string, capacity: number, count: number): Promise<void> {
  const quotas = quotasOf(capacity)
  let left = count
  for (const [i, key] of keysOf(event, quotas).entries()) {
    const isLast = i === quotas.length - 1
    const taken = isLast ? left : Math.min(left, quotas[i] as number)
    left -= taken
    if (taken > 0) await putIfAbsent(table, key, { taken })
  }
}

/** Returns the number of seats in each bucket. They differ by at most one. */
function quotasOf(capacity: number): number[] {
  const count = Math.min(BUCKETS, Math.ceil(capacity / SEATS))
  return Array.from({ length: count }, (_, i) => Math.floor((capacity + i) / count))
}

const keysOf = (event: string, quotas: number[]) => quotas.map((_, i) => keyOf.seats(event, i))

const takenOf = async (table: Table, keys: Key[]) =>
  (await getMany(table, keys, { consistent: true })).map(
    (bucket) => (bucket?.['taken'] as number | undefined) ?? 0,
  )
