import type { Tagging } from '../../tags/tag.js'
import { laterDate } from '../../fields/version.js'
import { getMany, getOne } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { putNew, transact } from '../../table/transaction.js'
import type { Announced } from './announce.js'

/*
 * Taggings that webhooks hear of. A tagging can come and go within moments, so its announcements hold all of it, and
 * their dates are in the order of the writes: a receiver that gets them in another order knows which was the last.
 */

/** Puts a tagging, later than its last removal. @returns the one that was there, if there is one */
export const putAnnounced = (table: Table, tagging: Tagging, announced: Announced): Promise<Tagging> =>
  retryOnConflict(async () => {
    const [key, removal] = keysOf(tagging)
    const [existing, removed] = await getMany(table, [key, removal], { consistent: true })
    if (existing) return valueOf<Tagging>(existing)
    const before = removed?.['removed_date'] as string | undefined
    const created = new Date(tagging.created_date)
    const date = before === undefined ? tagging.created_date : laterDate(before, created)
    const put = { ...tagging, created_date: date, modified_date: date }
    const outcome = await transact(table, [
      putNew(table, key, { ...put, ...announced }),
      { ConditionCheck: { TableName: table.name, Key: removal, ...hasDate('removed_date', before) } },
    ])
    return outcome === 'written' ? put : undefined
  })

/** Removes a tagging, if it is there. An item that is gone says nothing, so another one announces the removal. */
export const removeAnnounced = (table: Table, tagging: Tagging, announced: Announced): Promise<true> =>
  retryOnConflict(async () => {
    const [key, removal] = keysOf(tagging)
    const item = await getOne(table, key)
    if (!item) return true
    const kept = valueOf<Tagging>(item)
    const outcome = await transact(table, [
      { Delete: { TableName: table.name, Key: key, ...hasDate('created_date', kept.created_date) } },
      { Put: { TableName: table.name, Item: { ...removalOf(kept), ...announced, ...removal } } },
    ])
    return outcome === 'written' || undefined
  })

/** Announces that a tagging was removed before a webhook came into force, unless it has come again. */
export const announceRemoval = (table: Table, tagging: Tagging, announced: Announced): Promise<true> =>
  retryOnConflict(async () => {
    const [key, removal] = keysOf(tagging)
    const outcome = await transact(table, [
      { ConditionCheck: { TableName: table.name, Key: key, ...hasDate('created_date', undefined) } },
      { Put: { TableName: table.name, Item: { ...removalOf(tagging), ...announced, ...removal } } },
    ])
    return outcome === 'written' || !outcome.isEmpty || undefined
  })

/** Returns the record of a removed tagging. */
function removalOf({ tag, id, person, created_date }: Tagging) {
  const removed_date = laterDate(created_date, new Date())
  const expires = Math.floor(Date.now() / 1000) + DAY_SECONDS
  return { tag, id, person, created_date, removed_date, expires }
}

/** Longer than clocks may differ, and than a process may hold on to a date. */
const DAY_SECONDS = 86_400

const keysOf = ({ tag, id }: Tagging) => [keyOf.tagging(tag, id), keyOf.removedTagging(tag, id)] as const

/** The condition that an item has a date; without one, that the item is not there. */
const hasDate = (name: string, date: string | undefined) =>
  date === undefined
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: `${name} = :date`, ExpressionAttributeValues: { ':date': date } }
