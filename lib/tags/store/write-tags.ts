import { laterDate } from '../../fields/version.js'
import type { Tag, Tagging } from '../tag.js'
import { onCondition } from '../../table/change.js'
import { type Condition, all, either, has, is, isBelow, lacks } from '../../table/condition.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, putNew, writeAlone } from '../../table/transaction.js'
import { append } from '../../collections/append.js'
import { lists } from '../../collections/numbered-list.js'
import { isThere } from './tag-store.js'

/*
 * A tagging that is removed stays for a day, marked with the date: a reader of the table's stream learns what was
 * removed, and a tagging that comes again is later than its removal. Each write is one of one item, as a deletion is.
 */

/** Longer than clocks may differ, and than a process may hold on to a date. */
const DAY_SECONDS = 86_400

/** @returns the tag that is kept now: the new one, or the one of the same name that was there */
export async function createTag(table: Table, tag: Tag): Promise<Tag> {
  const outcome = await append(table, [lists.tagsOf(tag.owner)], ([position]) => [
    putNew(table, keyOf.tag(tag.id), { ...tag, ...position }),
  ])
  return outcome === 'written' ? tag : valueOf<Tag>(outcome.at(keyOf.tag(tag.id)) ?? {})
}

/**
 * Returns the put of a tagging, unless it is there.
 * @param over which removed tagging it may replace: any by default
 */
export const newTaggingItem = (table: Table, tagging: Tagging, over = has('removed_date')): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { ...tagging, ...keyOf.tagging(tagging.tag, tagging.id) },
    ...onCondition(either(lacks('pk'), over)),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** Puts a tagging, later than its last removal. @returns the one that is kept now: this one, or one that was there */
export async function putTagging(table: Table, tagging: Tagging): Promise<Tagging> {
  let [put, over]: [Tagging, Condition] = [tagging, isBelow('removed_date', tagging.created_date)]
  for (;;) {
    const outcome = await writeAlone(table, () => [newTaggingItem(table, put, over)])
    if (outcome === 'written') return put
    const met = outcome.at(keyOf.tagging(tagging.tag, tagging.id))
    const removed = met?.['removed_date'] as string | undefined
    if (removed === undefined) return valueOf<Tagging>(met ?? {})
    const date = laterDate(removed, new Date())
    put = { ...tagging, created_date: date, modified_date: date }
    over = is('removed_date', removed)
  }
}

/** Removes a tagging. @returns false when it was not there */
export async function removeTagging(table: Table, { tag, id }: Pick<Tagging, 'tag' | 'id'>): Promise<boolean> {
  let created: string | undefined
  for (;;) {
    const removed_date = created === undefined ? new Date().toISOString() : laterDate(created, new Date())
    const expires = Math.floor(Date.now() / 1000) + DAY_SECONDS
    const asSeen = created === undefined ? isBelow('created_date', removed_date) : is('created_date', created)
    const outcome = await changeItem(
      table,
      keyOf.tagging(tag, id),
      { set: { removed_date, expires } },
      all(lacks('removed_date'), asSeen),
    )
    if (outcome.item) return true
    if (!outcome.met || !isThere(outcome.met)) return false
    created = outcome.met['created_date'] as string
  }
}
