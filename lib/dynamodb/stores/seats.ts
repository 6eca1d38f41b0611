import { getMany } from '../reads.js'
import { type Key, type Table, keyOf } from '../table.js'
import { type TransactItem, putOnce } from '../transaction.js'
import { ttlCachePerTable } from '../ttl-cache.js'

/** How many seats a bucket has at least, and how many buckets an event has at most. */
const SEATS = 10
const BUCKETS = 64

/** The places of an event with a limited number of them, while one attendance looks for its own. */
export interface Seats {
  /** Whether a bucket may have a place left, as far as this process knows. */
  mayBeFree(): boolean
  /** Takes a place in one of those buckets: an item of the transaction that writes the attendance. */
  take(): TransactItem
  /** Looks which buckets have places left. @returns false when none has */
  look(): Promise<boolean>
}

/** What processes know of buckets: those of an event and its capacity that were not yet seen full. */
const notSeenFull = ttlCachePerTable<number[]>()

/**
 * Places stand in buckets, because one item cannot be written as often as people come: an attendance takes one
 * from any of them, in the transaction that writes it, so that no place is given twice and none is lost with a
 * request that fails. A bucket that nobody has taken from does not exist yet. Nothing ever gives a place back, so
 * a bucket that was seen full is not asked again, and of a full event this process knows it without asking. With
 * another capacity, the buckets have other sizes and are looked at anew.
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

/** How many places of an event are taken. */
export const seatsTaken = async (table: Table, event: string, capacity: number): Promise<number> =>
  (await takenOf(table, keysOf(event, quotasOf(capacity)))).reduce((sum, taken) => sum + taken, 0)

/** Takes places of an event that nobody can attend yet: as many as are told, in buckets that are not there. */
export async function putSeats(table: Table, event: string, capacity: number, places: number): Promise<void> {
  const quotas = quotasOf(capacity)
  let left = places
  for (const [i, key] of keysOf(event, quotas).entries()) {
    const isLast = i === quotas.length - 1
    const taken = isLast ? left : Math.min(left, quotas[i] as number)
    left -= taken
    if (taken > 0) await putOnce(table, key, { taken })
  }
}

/** How many seats each bucket has: as many as any other, or one more. */
function quotasOf(capacity: number): number[] {
  const count = Math.min(BUCKETS, Math.ceil(capacity / SEATS))
  return Array.from({ length: count }, (_, i) => Math.floor((capacity + i) / count))
}

const keysOf = (event: string, quotas: number[]) => quotas.map((_, i) => keyOf.seats(event, i))

const takenOf = async (table: Table, keys: Key[]) =>
  (await getMany(table, keys, { consistent: true })).map(
    (bucket) => (bucket?.['taken'] as number | undefined) ?? 0,
  )
