import { getMany } from './reads.js'
import { type Table, keyOf } from './table.js'
import type { TransactItem } from './transaction.js'

/** How many seats a bucket has at least, and how many buckets an event has at most. */
const SEATS = 10
const BUCKETS = 64

/** The places of an event with a limited number of them, while one attendance looks for its own. */
export interface Seats {
  /** Takes a place in some bucket that may have one: an item of the transaction that writes the attendance. */
  take(): TransactItem
  /** Looks which buckets have places left. @returns false when none has */
  look(): Promise<boolean>
}

/**
 * Places stand in buckets, because one item cannot be written as often as people come: an attendance takes one
 * from any of them, in the transaction that writes it, so that no place is given twice and none is lost with a
 * request that fails. A bucket that nobody has taken from does not exist yet.
 */
export function seatsOf(table: Table, event: string, capacity: number): Seats {
  const count = Math.min(BUCKETS, Math.ceil(capacity / SEATS))
  const quotas = Array.from({ length: count }, (_, i) => Math.floor((capacity + i) / count))
  const keys = quotas.map((_, i) => keyOf.seats(event, i))
  let free = quotas.map((_, i) => i)
  return {
    take() {
      const bucket = free[Math.floor(Math.random() * free.length)] as number
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
      const buckets = await getMany(table, keys, { consistent: true })
      free = quotas.flatMap((quota, i) =>
        ((buckets[i]?.['taken'] as number | undefined) ?? 0) < quota ? [i] : [],
      )
      return free.length > 0
    },
  }
}
