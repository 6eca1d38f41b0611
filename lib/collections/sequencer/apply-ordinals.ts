import { inParallel, inPieces } from '../../table/in-parallel.js'
import { type JournalEntry, claimEntry, isDue, removeEntry } from './journal.js'
import { type NumberedList, memberKey } from '../numbered-list.js'
import { PENDING } from '../pending.js'
import { type Segment, segmentsBetween } from '../segments.js'
import type { Table } from '../../table/table.js'
import { updateIgnoringConflict } from '../../table/transaction.js'

/** Updates that are under way at once, and those after which the entry may have to be renewed. */
const AT_ONCE = 50
const PIECE = 200

/**
 * Gives the members of a journal entry their ordinals and removes the entry.
 * @param entry that this process has
 * @param segments of the entry; by default, they are read
 * @returns false where another process has claimed the entry meanwhile: that one applies the ordinals
 */
export async function applyEntry(
  table: Table,
  list: NumberedList,
  entry: JournalEntry,
  segments?: Segment[],
): Promise<boolean> {
  let held = entry
  const known = segments ?? (await segmentsBetween(table, list, entry.first, entry.last))
  const members = known.flatMap(({ first, members }) => members.map((person, i) => ({ person, ordinal: first + i })))
  for (const piece of inPieces(members, PIECE)) {
    if (isDue(held)) {
      const renewed = await claimEntry(table, list, held, entry.claimed_by)
      if (!renewed) return false
      held = renewed
    }
    await inParallel(piece, AT_ONCE, ({ person, ordinal }) => applyOrdinal(table, list, person, ordinal))
  }
  await removeEntry(table, list, held)
  return true
}

/**
 * Gives a pending member its ordinal. A member has one segment, so that every process that applies it writes the same.
 * The member announces itself no more: an ordinal is not a change that anything hears of.
 */
const applyOrdinal = (table: Table, list: NumberedList, person: string, ordinal: number): Promise<true> =>
  updateIgnoringConflict(table, {
    Key: memberKey(list, person),
    UpdateExpression: `SET numbered = :ordinal REMOVE ${PENDING}, since, waits_for, announces`,
    ConditionExpression: `attribute_exists(${PENDING})`,
    ExpressionAttributeValues: { ':ordinal': ordinal },
  })
