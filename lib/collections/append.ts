import { appendAt, atLeast, positionsAfter, type WithCount, isHeld, keyedMutex } from './append-at.js'
import { joinTogether } from './join-together.js'
import { isContended, recordContention } from './contention.js'
import { type NumberedList, type Position, lengthIn, lengthOf } from './numbered-list.js'
import type { Table } from '../table/table.js'
import { type PendingAttributes, pendingAttributes } from './pending.js'
import { retryOnConflict, type Conflicts, type TransactItem } from '../table/conflicts.js'
import { writeAlone } from '../table/transaction.js'

/** The known state of the first list, and the writes that come with its first member. */
export interface AppendOptions extends WithCount {
  /** The length of the list, if the caller has just read it. */
  known?: number | undefined
}

/**
 * Appends one member to each of the lists. The synchronous path is one transaction that writes the member's items with
 * their ordinals and advances the lengths. If it meets another writer at the end of a list, the list is contended: the
 * deferred path writes the member's items alone, as pending ones, and sequencers assign their ordinals in batches
 * afterwards. For a short time, this process does not try the synchronous path again. Lists without a deferred path
 * retry. Where requests of this process write to the list at the same time, one transaction takes them all.
 *
 * @param items builds the member's items for its positions, one for each list, or for the pending attributes that it
 *   has instead; called for every attempt
 * @returns 'written', or the items that conflict with the member's own
 * @throws OsdiError busy when a list without a deferred path stays contended for some seconds; nothing is written then.
 *   The error of the admission where the first list does not meet it
 */
export const append = async (
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (positions: (Position | PendingAttributes)[]) => TransactItem[],
  { known, ...options }: AppendOptions = {},
): Promise<'written' | Conflicts> => {
  const canDefer = into.every(({ keyOfMember }) => keyOfMember !== undefined)
  if (canDefer && isHeld(table, into[0].name)) {
    const joined = await joinTogether(table, into, {
      items,
      known: known === undefined ? undefined : [known],
      count: options,
    })
    if (joined !== 'missed') return joined
  }
  return keyedMutex(table, into[0].name, async (waited) => {
    if (canDefer && into.some((list) => isContended(table, list))) return appendPending(table, into, items)
    return appendCounted(table, into, items, canDefer, { ...options, known: waited ? undefined : known })
  })
}

/**
 * Attempts of the first member of a list on the synchronous path: the conflict may be about the writes that come with
 * the first member, and not about the list.
 */
const FIRST_ATTEMPTS = 5

async function appendCounted(
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (positions: Position[]) => TransactItem[],
  canDefer: boolean,
  { known, ...withCount }: AppendOptions,
): Promise<'written' | Conflicts> {
  let lengths = await Promise.all(
    into.map(async (each, i) =>
      i === 0 && known !== undefined ? (atLeast(table, [each], [known])[0] as number) : lengthOf(table, each),
    ),
  )
  let attempts = 0
  const isStillEmpty = async () => ++attempts < FIRST_ATTEMPTS && (await lengthOf(table, into[0])) === 0
  return retryOnConflict(async () => {
    const member = items(positionsAfter(into, lengths, 0))
    const { outcome, isFirst } = await appendAt(table, into, lengths, [{ items: member, count: withCount }])
    if (outcome === 'written') return outcome
    const conflicts = outcome.among(member)
    if (!conflicts.isEmpty) return conflicts
    if (canDefer && !(isFirst && (await isStillEmpty()))) {
      into.forEach((list) => recordContention(table, list))
      return appendPending(table, into, items as (positions: (Position | PendingAttributes)[]) => TransactItem[])
    }
    lengths = await Promise.all(
      into.map(async (each) => {
        const length = outcome.at(each.length)
        return length ? lengthIn(length) : lengthOf(table, each)
      }),
    )
    return undefined
  })
}

const appendPending = (
  table: Table,
  into: NumberedList[],
  items: (pending: PendingAttributes[]) => TransactItem[],
): Promise<'written' | Conflicts> => writeAlone(table, () => items(into.map(pendingAttributes)))
