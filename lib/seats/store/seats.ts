import { getMany } from '../../table/reads.js'
import { type Seated, keepsSeats } from '../../events/capacity.js'
import { type Share, quotasOf, randomIn, sharesOf } from '../seat-plan.js'
import { type Item, type Key, type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putIfAbsent } from '../../table/transaction.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

/** The seats of an event as a process has seen them in their buckets. */
export interface SeatsSeen {
  /** Seats that a new party may take. */
  open: number
  /** Whether a bucket is closed: its seats are given by the settlement of the event. */
  isClosed: boolean
  /** The other item that was read. */
  found: Item | undefined
}

/** The seats of an event with a capacity. */
export interface Seats {
  /** Whether a bucket may have a free seat, as far as this process knows. If not, `look` comes before `take`. */
  mayBeFree(): boolean
  /** Takes seats: items of the transaction that writes the attendance. */
  take(count: number): TransactItem[]
  /** Gives seats back: an item of the transaction that cancels the attendance. */
  giveBack(count: number): TransactItem[]
  /** Reads how many seats the buckets have, and another item with them. */
  look(beside?: Key): Promise<SeatsSeen>
}

/** The free seats in the buckets of an event and its capacity, as this process has seen them last. */
const lastSeen = ttlCachePerTable<number[]>()

/**
 * Seats are divided into buckets, because DynamoDB limits the writes of one item. The transaction that writes an
 * attendance takes its seats from any bucket, and the transaction that cancels one gives them to any bucket, so that no
 * seat is given twice, and none is lost with a failed request.
 *
 * A bucket holds how many of its seats are taken. The seats that it has follow from the capacity, until a settlement
 * closes it for the first time: then it has a version, says itself how many are free, and whether it is open
 * (settle.ts). A process that knows an old capacity meets these buckets and takes nothing that they do not have.
 * @returns undefined for an event whose seats are not kept
 */
export function seatsOf(table: Table, event: Seated): Seats | undefined {
  if (!keepsSeats(event)) return undefined
  const quotas = quotasOf(event.capacity)
  const keys = bucketsOf(event)
  const seen = lastSeen(table)
  const name = `${event.id}#${event.capacity ?? ''}`
  const free = () => seen.get(name) ?? quotas
  const isSettled = event.past_capacity !== undefined
  const takeFrom = ({ bucket, count }: Share): TransactItem => ({
    Update: {
      TableName: table.name,
      Key: keys[bucket],
      UpdateExpression: CHANGE,
      ConditionExpression: isSettled ? HAS_FREE : `${IS_NEW} OR (${HAS_FREE})`,
      ExpressionAttributeValues: {
        ':taken': count,
        ':open': -count,
        ':count': count,
        ':true': true,
        ...(!isSettled && { ':most': (quotas[bucket] as number) - count }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  })
  return {
    mayBeFree: () => free().some((count) => count > 0),
    take: (count) => sharesOf(free(), count).map(takeFrom),
    giveBack: (count) => [addTaken(table, event.id, randomIn(quotas.length), -count)],

    async look(beside) {
      const read = await getMany(table, beside ? [...keys, beside] : keys, { consistent: true })
      const left = keys.map((_, i) => freeIn(read[i], isSettled ? 0 : (quotas[i] ?? 0)))
      seen.set(name, left)
      return {
        open: left.reduce((sum, each) => sum + each, 0),
        isClosed: keys.some((_, i) => (read[i]?.['version'] === undefined ? isSettled : !read[i]['is_open'])),
        found: read[keys.length],
      }
    },
  }
}

const CHANGE = 'ADD taken :taken, open_seats :open'
const IS_NEW = '(attribute_not_exists(version) AND (attribute_not_exists(taken) OR taken <= :most))'
const HAS_FREE = 'is_open = :true AND open_seats >= :count'

/** Adds to the taken seats of a bucket, whatever they are. */
export const addTaken = (table: Table, event: string, bucket: number, count: number): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: keyOf.seats(event, bucket),
    UpdateExpression: CHANGE,
    ExpressionAttributeValues: { ':taken': count, ':open': -count },
  },
})

/** @param quota its seats, where it says nothing of them itself */
function freeIn(bucket: Item | undefined, quota: number): number {
  if (bucket?.['version'] === undefined) return Math.max(0, quota - takenIn(bucket))
  return bucket['is_open'] ? Math.max(0, bucket['open_seats'] as number) : 0
}

/** All buckets that seats of an event may have been taken from. */
export function bucketsOf({ id, capacity, past_capacity = 0 }: Seated): Key[] {
  const count = Math.max(quotasOf(capacity).length, quotasOf(past_capacity).length)
  return Array.from({ length: count }, (_, i) => keyOf.seats(id, i))
}

export const takenInAll = (buckets: (Item | undefined)[]) => buckets.map(takenIn).reduce((sum, taken) => sum + taken, 0)

/** Fills new seat buckets with `count` taken seats, for an imported event that has no buckets yet. */
export async function putSeats(table: Table, event: Seated, count: number): Promise<void> {
  const quotas = quotasOf(event.capacity)
  let left = count
  for (const [i, quota] of quotas.entries()) {
    const isLast = i === quotas.length - 1
    const taken = isLast ? left : Math.min(left, quota)
    left -= taken
    if (taken > 0) await putIfAbsent(table, keyOf.seats(event.id, i), { taken })
  }
}

export const takenIn = (bucket: Item | undefined) => (bucket?.['taken'] as number | undefined) ?? 0
