import { inTurn } from './in-turn.js'
import { isHot, meet } from './hot-lists.js'
import { type NumberedList, type Place, lengthIn, lengthOf, placeAt } from './numbered-list.js'
import type { Table } from '../table.js'
import { type Waiting, waitingFor } from './waiting.js'
import { type Refusals, type TransactItem, compete, transact, writeAlone } from '../transaction.js'

export interface AppendOptions {
  /** The length of the first list, if the caller has just read it. */
  known?: number | undefined
  /** Makes what is written together with the first member of the first list, anew for every attempt. */
  withFirst?: (() => Promise<TransactItem[]>) | undefined
}

/**
 * Appends one member to each of the lists. A calm list is exact at once: one transaction writes the member's
 * items with their ordinals and advances the lengths, all or nothing. Where that meets somebody else at the end
 * of the same list, the list is hot: the member's items are written alone, without a place, and are numbered in
 * batches afterwards; for a moment this process does not try the calm way again. Lists whose members cannot
 * wait compete instead.
 *
 * @param items builds the member's items for the places it gets, one per list; anew for every attempt
 * @returns what stood against the member's own items; empty when they are written
 * @throws OsdiError busy when the items could not be had within some seconds; nothing is written then
 */
export const append = (
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (places: (Place | Waiting)[]) => TransactItem[],
  { known, withFirst }: AppendOptions = {},
): Promise<Refusals> =>
  inTurn(table, into[0].name, async (waited) => {
    const canWait = into.every(({ keyOfMember }) => keyOfMember !== undefined)
    if (canWait && into.some((list) => isHot(table, list))) return appendWaiting(table, into, items)
    return appendCounted(table, into, items, canWait, { known: waited ? undefined : known, withFirst })
  })

/**
 * How often the first member of a list tries the calm way: it may have lost the race for what is written with it,
 * and not for its list, which is calm then.
 */
const FIRST_ATTEMPTS = 5

async function appendCounted(
  table: Table,
  into: [NumberedList, ...NumberedList[]],
  items: (places: Place[]) => TransactItem[],
  canWait: boolean,
  { known, withFirst = async () => [] }: AppendOptions,
): Promise<Refusals> {
  let lengths = await Promise.all(
    into.map(async (each, i) => (i === 0 && known !== undefined ? known : lengthOf(table, each))),
  )
  let attempts = 0
  const mayBeCalm = async () => ++attempts < FIRST_ATTEMPTS && (await lengthOf(table, into[0])) === 0
  return compete(async () => {
    const first = lengths[0] === 0 ? await withFirst() : []
    const member = items(into.map((each, i) => placeAt(each, (lengths[i] as number) + 1)))
    const advances = into.map((each, i) => advance(table, each, lengths[i] as number))
    const outcome = await transact(table, [...advances, ...member, ...first])
    if (outcome === 'written') return []
    const refusals = outcome.slice(into.length, into.length + member.length)
    if (refusals.some(Boolean)) return refusals
    if (canWait && !(first.length > 0 && (await mayBeCalm()))) {
      into.forEach((list) => meet(table, list))
      return appendWaiting(table, into, items as (places: (Place | Waiting)[]) => TransactItem[])
    }
    lengths = await Promise.all(
      into.map(async (each, i) => (outcome[i] ? lengthIn(outcome[i]) : lengthOf(table, each))),
    )
    return undefined
  })
}

const appendWaiting = (
  table: Table,
  into: NumberedList[],
  items: (places: Waiting[]) => TransactItem[],
): Promise<Refusals> => writeAlone(table, () => items(into.map(waitingFor)))

/** Counts one more member of a list, if it has so many now. */
export function advance(table: Table, { length }: NumberedList, from: number): TransactItem {
  return {
    Update: {
      TableName: table.name,
      Key: length,
      UpdateExpression: 'SET #length = :next',
      ConditionExpression: from === 0 ? 'attribute_not_exists(#length)' : '#length = :from',
      ExpressionAttributeNames: { '#length': 'length' },
      ExpressionAttributeValues: { ':next': from + 1, ...(from > 0 && { ':from': from }) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}
