import { keyedMutex } from './sequencer/keyed-mutex.js'
import { isContended, recordContention } from './contention.js'
import { type NumberedList, type Position, lengthIn, lengthOf, positionAt } from './numbered-list.js'
import { getMany } from '../reads.js'
import type { Table } from '../table.js'
import type { WithCount } from './on-count.js'
import { type PendingAttributes, pendingAttributes } from './pending.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import type { Conflicts, TransactItem } from '../conflicts.js'
import { transact, writeAlone } from '../transaction.js'
import { ttlCachePerTable } from '../ttl-cache.js'

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
 * retry.
 *
 * @param items builds the member's items for its positions, one for each list, or for the pending attributes that it
 *   has instead; called for every attempt
 * @returns 'written', or the items that conflict with the member's own
 * @throws OsdiError busy when a list without a deferred path stays contended for some seconds; nothing is written then.
 *   The error of the admission where the first list does not meet it
 */
export const append = (
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (positions: (Position | PendingAttributes)[]) => TransactItem[],
  { known, ...options }: AppendOptions = {},
): Promise<'written' | Conflicts> =>
  keyedMutex(table, into[0].name, async (waited) => {
    const canDefer = into.every(({ keyOfMember }) => keyOfMember !== undefined)
    if (canDefer && into.some((list) => isContended(table, list))) return appendPending(table, into, items)
    return appendCounted(table, into, items, canDefer, { ...options, known: waited ? undefined : known })
  })

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
      i === 0 && known !== undefined ? atLeast(table, each, known) : lengthOf(table, each),
    ),
  )
  let attempts = 0
  const isStillEmpty = async () => ++attempts < FIRST_ATTEMPTS && (await lengthOf(table, into[0])) === 0
  return retryOnConflict(async () => {
    const { outcome, member, isFirst } = await appendAt(table, into, lengths, items, withCount)
    if (outcome === 'written') return outcome
    const conflicts = outcome.among(member)
    if (!conflicts.isEmpty) return conflicts
    if (canDefer && !(isFirst && (await isStillEmpty()))) {
      into.forEach((list) => recordContention(table, list))
      return appendPending(
        table,
        into,
        items as (positions: (Position | PendingAttributes)[]) => TransactItem[],
      )
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

/**
 * Appends one member to each of the lists by a single transaction, or does nothing. Several lists take one transaction
 * here, and one each with `append`.
 * @param options.known lengths of the lists, if the caller has just read them
 * @returns whether the member is written; false where a list is contended or has no more room for this attempt, or an
 *   item conflicts with one of the member's own: `append` finds out which
 */
export const appendTogether = (
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (positions: Position[]) => TransactItem[],
  { known, ...withCount }: WithCount & { known?: number[] | undefined },
): Promise<boolean> =>
  withAllMutexes(table, into, async (waited) => {
    if (into.some((list) => isContended(table, list))) return false
    const lengths =
      known && !waited
        ? into.map((each, i) => atLeast(table, each, known[i] as number))
        : await lengthsOf(table, into)
    const { outcome, member, isFirst } = await appendAt(table, into, lengths, items, withCount)
    if (outcome === 'written') return true
    // Without a conflict of the member's own, others came to the end of one of the lists.
    if (!isFirst && outcome.among(member).isEmpty) into.forEach((list) => recordContention(table, list))
    return false
  })

/** The lengths of lists that this process has written within the last seconds. */
const written = ttlCachePerTable<number>(5_000)

/**
 * Returns the length of a list that was read a moment ago, or the one that another request of this process has written
 * since: lists only grow, and two requests that read at the same time need not meet.
 */
const atLeast = (table: Table, { name }: NumberedList, known: number) =>
  Math.max(known, written(table).get(name) ?? 0)

/**
 * Makes one attempt to append a member, if the lists have these lengths.
 * @returns the outcome, the member's own items, and whether something was to be written with the first member
 */
async function appendAt(
  table: Table,
  into: NumberedList[],
  lengths: number[],
  items: (positions: Position[]) => TransactItem[],
  { onFirstMember = async () => [], ...withFirst }: WithCount,
) {
  const first = lengths[0] === 0 ? await onFirstMember() : []
  const member = items(into.map((each, i) => positionAt(each, (lengths[i] as number) + 1)))
  const advances = into.map((each, i) => advance(table, each, lengths[i] as number, i === 0 ? withFirst : {}))
  const outcome = await transact(table, [...advances, ...member, ...first])
  if (outcome === 'written')
    into.forEach((each, i) => written(table).set(each.name, (lengths[i] as number) + 1))
  const length = outcome === 'written' ? undefined : outcome.at((into[0] as NumberedList).length)
  const refusal = length && withFirst.admission?.refusalBy(length)
  if (refusal) throw refusal
  return { outcome, member, isFirst: first.length > 0 }
}

const lengthsOf = async (table: Table, into: NumberedList[]) =>
  (
    await getMany(
      table,
      into.map(({ length }) => length),
      { consistent: true },
    )
  ).map(lengthIn)

/** Runs work when it is its turn in each of the lists, in the order of their names: no two wait for each other. */
function withAllMutexes<Result>(
  table: Table,
  into: NumberedList[],
  work: (waited: boolean) => Promise<Result>,
): Promise<Result> {
  const names = into.map(({ name }) => name).sort()
  return names.reduceRight<(waited: boolean) => Promise<Result>>(
    (inner, name) => (before) => keyedMutex(table, name, (waited) => inner(before || waited)),
    work,
  )(false)
}

const appendPending = (
  table: Table,
  into: NumberedList[],
  items: (pending: PendingAttributes[]) => TransactItem[],
): Promise<'written' | Conflicts> => writeAlone(table, () => items(into.map(pendingAttributes)))

/**
 * Advances the length of a list by one, if it is `from` and meets the admission.
 * @param options.attributes that the length gets with the first member, unless it has them
 */
export function advance(
  table: Table,
  { length, hasCreationCounts }: NumberedList,
  from: number,
  { attributes = {}, admission, counts = {} }: WithCount = {},
): TransactItem {
  const kept = from > 0 ? {} : attributes
  const fresh = { length: from + 1, ...(from === 0 && hasCreationCounts && { counted_from: 1 }) }
  const sets = [
    ...Object.keys(fresh).map((name) => `#${name} = :${name}`),
    ...Object.keys(kept).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
  ]
  const added = Object.keys(counts)
  const values = { ...fresh, ...kept, ...counts, ...(from > 0 && { from }) }
  const isAtFrom = from === 0 ? 'attribute_not_exists(#length)' : '#length = :from'
  return {
    Update: {
      TableName: table.name,
      Key: length,
      UpdateExpression: [
        `SET ${sets.join(', ')}`,
        ...(added.length > 0 ? [`ADD ${added.map((name) => `#${name} :${name}`).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: admission ? `${isAtFrom} AND ${admission.condition}` : isAtFrom,
      ExpressionAttributeNames: {
        ...Object.fromEntries(
          Object.keys({ ...fresh, ...kept, ...counts }).map((name) => [`#${name}`, name]),
        ),
        ...admission?.names,
      },
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`:${name}`, value]),
      ),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}
