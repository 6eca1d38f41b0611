import { isDeepStrictEqual } from 'node:util'
import { mailedFactsOf } from '../kinds-of-event-email.js'
import type { OsdiEvent } from '../../events/event.js'
import type { ToldEdit } from '../mailing.js'
import { change, onCondition } from '../../table/change.js'
import { has, is, lacks } from '../../table/condition.js'
import { inParallel } from '../../table/in-parallel.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Item, type Key, type Table, keyOf, valueOf } from '../../table/table.js'
import { changeItem, transact, updateIgnoringConflict } from '../../table/transaction.js'
import { DUE_MAIL } from './due-mail.js'
import { mailingItem } from './mailing-items.js'

/*
 * An edit of several dates of a series becomes a mailing for each date that there is to tell of. The edit says which
 * these are before the first mailing begins, so that each email can name all dates of its person.
 */

/** The number of concurrent transactions. */
const AT_ONCE = 8

/** The trace of an edit at a date until it is told. */
interface Edited {
  edit: string
  known: string
  last_edit: string
}

/**
 * Begins the mailings of an edit that is due. Repeating it changes nothing.
 * @returns their ids
 */
export async function ripenEdit(table: Table, key: Key, now: Date): Promise<string[]> {
  const edit = await withTold(table, key)
  if (!edit?.told) return []
  const told = edit.told
  const items = await getMany(table, edit.dates.map(keyOfEdited), { consistent: true })
  const ids = await inParallel(edit.dates, AT_ONCE, async (date, i) => {
    const left = items[i] as (Item & Edited) | undefined
    if (left?.edit !== edit.id) return undefined
    const done = {
      Delete: { TableName: table.name, Key: keyOfEdited(date), ...onCondition(is('edit', edit.id)) },
    }
    if (!told.includes(date)) {
      await transact(table, [done])
      return undefined
    }
    const { id, owner, kind, only_coming } = edit
    const mailing = mailingItem(table, {
      kind,
      event: { id: date, owner },
      cause: id,
      edit: id,
      now,
      ...(kind === 'changed' && { answered_before: left.last_edit, known: left.known }),
      ...(only_coming && { only_coming }),
    })
    const outcome = await transact(table, [done, mailing])
    return outcome === 'written' ? (mailing.Put?.Item as Key).pk.slice('mailing#'.length) : undefined
  })
  await updateIgnoringConflict(table, change(key, { remove: [DUE_MAIL, 'since', 'announces'] }, has('told')))
  return ids.filter((id) => id !== undefined)
}

const keyOfEdited = (date: string) => keyOf.eventMail(date, 'edited')

/** Returns an edit with the dates that it tells of, as the first process that looked has found them. */
async function withTold(table: Table, key: Key): Promise<ToldEdit | undefined> {
  const item = await getOne(table, key)
  if (!item) return undefined
  const edit = valueOf<ToldEdit>(item)
  if (edit.told) return edit
  const [edited, events] = await Promise.all(
    [edit.dates.map(keyOfEdited), edit.dates.map(keyOf.event)].map((keys) =>
      getMany(table, keys, { consistent: true }),
    ),
  )
  const changes = edit.dates.flatMap((id, i) => {
    const left = edited?.[i] as (Item & Edited) | undefined
    const event = events?.[i] && valueOf<OsdiEvent>(events[i])
    if (left?.edit !== edit.id || !event) return []
    if (edit.kind === 'cancelled') return event.status === 'cancelled' ? [{ id, whole: true }] : []
    if (event.status !== undefined || !isChange(left.known, event)) return []
    return [{ id, whole: isChange(left.known, event, WITHOUT_INSTRUCTIONS) }]
  })
  const only_coming = changes.length > 0 && changes.every(({ whole }) => !whole)
  const set = { told: changes.map(({ id }) => id), ...(only_coming && { only_coming }) }
  const { item: after } = await changeItem(table, key, { set }, lacks('told'))
  const latest = after ?? (await getOne(table, key))
  return latest && valueOf<ToldEdit>(latest)
}

/** Edits that were taken back are not mailed. @param but facts that do not count */
export const isChange = (known: string, event: OsdiEvent, but: object = {}) =>
  !isDeepStrictEqual(
    { ...(JSON.parse(known) as object), ...but },
    { ...(JSON.parse(JSON.stringify(mailedFactsOf(event))) as object), ...but },
  )

/** Their change concerns the people who come. */
export const WITHOUT_INSTRUCTIONS = { instructions: undefined }
