import type { DUE_KINDS } from '../../table/items/pending-work.js'
import { compareTexts } from '../../fields/compare-texts.js'
import { type ItemChange, change } from '../../table/change.js'
import { is } from '../../table/condition.js'
import { findDuePartitions } from '../../collections/due-partitions.js'
import { PENDING } from '../../collections/pending.js'
import { queryAll } from '../../table/reads.js'
import type { Item, Key, Table } from '../../table/table.js'

/*
 * Finds due items by the index of pending members, in partitions of its own (docs/decisions/0033). An item has the
 * attributes of the index while it waits, and loses them when it is done.
 */

/** The partition key of the index. */
export const DUE_MAIL = PENDING

/** Attributes of a mailing that is due, which it loses with the last of its work. */
export const OF_DUE_MAILINGS = [DUE_MAIL, 'since', 'leased_until', 'leased_by', 'announces'] as const

/** Kinds of due items: an email, the emails of an event or of a message, or a mailing that is under way. */
export type DueKind = (typeof DUE_KINDS)[number]

const PARTITIONS = 16

const partitionsOf = (kind: DueKind) => Array.from({ length: PARTITIONS }, (_, i) => `${kind} ${i.toString(16)}`)

/** The attributes of an item that is due at a time. They may be written anew. */
export const dueAttributes = (kind: DueKind, due: Date) => ({
  [DUE_MAIL]: `${kind} ${Math.floor(Math.random() * PARTITIONS).toString(16)}`,
  since: due.toISOString(),
})

/** Ends that an item is due, unless its cause is another one by now. */
export const noLongerDue = (key: Key, cause: string): ItemChange =>
  change(key, { remove: [DUE_MAIL, 'since'] }, is('cause', cause))

/** Number of items that are read at once, in each partition. */
const AT_ONCE = 100

/** Finds items that are due at a time, the oldest of each partition first. */
export async function dueAt(table: Table, kind: DueKind, now: Date): Promise<Item[]> {
  const mayBeDue = await findDuePartitions(table, now)
  const parts = await Promise.all(
    partitionsOf(kind)
      .filter(mayBeDue)
      .map((partition) =>
        queryAll(
          table,
          {
            IndexName: PENDING,
            KeyConditionExpression: `${DUE_MAIL} = :partition AND since <= :now`,
            ExpressionAttributeValues: { ':partition': partition, ':now': now.toISOString() },
            Limit: AT_ONCE,
          },
          AT_ONCE,
        ),
      ),
  )
  return parts.flat().sort((one, other) => compareTexts(String(one['since']), String(other['since'])))
}
