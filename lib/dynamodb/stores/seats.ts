import { getMany } from '../reads.js'
import { type Item, type Key, type Table, keyOf } from '../table.js'
import type { TransactItem } from '../conflicts.js'
import { putIfAbsent } from '../transaction.js'
import { ttlCachePerTable } from '../ttl-cache.js'

/** Least number of seats in a bucket, and most buckets of an event. */
const SEATS = 10
const BUCKETS = 64

/** The seats of an event with a capacity. */
export interface Seats {
  /** Whether a bucket may have a free seat, as far as this process knows. If not, `look` comes before `take`. */
  mayBeFree(): boolean
  /** Takes seats from one of those buckets: an item of the transaction that writes the attendance. */
  take(count?: number): TransactItem[]
  /** Gives seats back: an item of the transaction that cancels the attendance. */
  giveBack(count: number): TransactItem[]
  /**
   * Reads which buckets have free seats, and another item with them.
   * @returns whether so many are free, and the other item
   */
  look(count?: number, beside?: Key): Promise<{ isFree: boolean; found: Item | undefined }>
}

/** The free seats in the buckets of an event and its capacity, as this process has seen them last. */
const lastSeen = ttlCachePerTable<number[]>()

/**
 * Seats are divided into buckets, because DynamoDB limits the writes of one item. The transaction that writes an
 * attendance takes its seats from any bucket, and the transaction that cancels one gives them to any bucket, so that no
 * seat is given twice, and none is lost with a failed request. A bucket without an item has no taken seats. A process
 * that has seen all buckets full reads them again before it writes.
 */
export function seatsOf(table: Table, event: string, capacity: number): Seats {
  const quotas = quotasOf(capacity)
  const keys = keysOf(event, quotas)
  const seen = lastSeen(table)
  const name = `${event}#${capacity}`
  const free = () => seen.get(name) ?? quotas
  const change = (bucket: number, taken: number): TransactItem => ({
    Update: {
      TableName: table.name,
      Key: keys[bucket],
      UpdateExpression: 'ADD taken :taken',
      ExpressionAttributeValues: { ':taken': taken },
    },
  })
  const takeFrom = ({ bucket, count }: Share): TransactItem => ({
    Update: {
      ...(change(bucket, count).Update as NonNullable<TransactItem['Update']>),
      ConditionExpression: 'attribute_not_exists(taken) OR taken <= :most',
      ExpressionAttributeValues: { ':taken': count, ':most': (quotas[bucket] as number) - count },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  })
  return {
    mayBeFree: () => free().some((count) => count > 0),
    take: (count = 1) => sharesOf(free(), count).map(takeFrom),
    giveBack: (count) => [change(randomIn(keys.length), -count)],

    async look(count = 1, beside) {
      const read = await getMany(table, beside ? [...keys, beside] : keys, { consistent: true })
      const left = quotas.map((quota, i) => Math.max(0, quota - takenIn(read[i])))
      seen.set(name, left)
      return { isFree: left.reduce((sum, each) => sum + each, 0) >= count, found: read[keys.length] }
    },
  }
}

/** Seats of one bucket. */
interface Share {
  bucket: number
  count: number
}

/**
 * Chooses where seats are taken from: a random bucket that has as many, as far as is known, or else several. If they
 * are not there either, any bucket, which will refuse.
 */
function sharesOf(free: number[], count: number): Share[] {
  const buckets = free.flatMap((left, bucket) => (left >= count ? [bucket] : []))
  const bucket = buckets[randomIn(buckets.length)]
  if (bucket !== undefined) return [{ bucket, count }]
  const shares: Share[] = []
  let left = count
  for (const [i, each] of free.entries()) {
    const part = Math.min(left, each)
    if (part > 0) shares.push({ bucket: i, count: part })
    left -= part
  }
  return left > 0 ? [{ bucket: 0, count }] : shares
}

const randomIn = (length: number) => Math.floor(Math.random() * length)

/** Returns the number of taken seats of an event. */
export const seatsTaken = async (table: Table, event: string, capacity: number): Promise<number> =>
  (await getMany(table, keysOf(event, quotasOf(capacity)), { consistent: true }))
    .map(takenIn)
    .reduce((sum, taken) => sum + taken, 0)

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

const takenIn = (bucket: Item | undefined) => (bucket?.['taken'] as number | undefined) ?? 0
