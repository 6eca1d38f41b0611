import type { OsdiEvent } from '../../domain/event.js'
import { followsFrom } from '../../domain/origin.js'
import { advance } from './append.js'
import { type NumberedList, lengthOf, lists, placeAt } from './numbered-list.js'
import { getOne } from '../reads.js'
import { type Table, keyOf, valueOf } from '../table.js'
import { type TransactItem, putNew } from '../transaction.js'

/**
 * What makes an event selectable, written in the transaction that counts its first attendances: the length of an
 * event's attendances leaves zero once, whatever races, and so the event joins once. A read and five write units,
 * once in the life of an event.
 */
export async function becomesSelectable(
  table: Table,
  { id, owner, origin }: Pick<OsdiEvent, 'id' | 'owner' | 'origin'>,
): Promise<TransactItem[]> {
  if (followsFrom({ origin }).selectable === 'from the beginning') return []
  const list = lists.selectableOf(owner)
  const length = await lengthOf(table, list)
  return [
    advance(table, list, length),
    putNew(table, keyOf.selectable(id), { event: id, ...placeAt(list, length + 1) }),
  ]
}

/** What is written with the first members of a list that are numbered together. */
export async function joinsWithFirst(table: Table, { ofEvent }: NumberedList): Promise<TransactItem[]> {
  const event = ofEvent && (await getOne(table, keyOf.event(ofEvent)))
  return event ? becomesSelectable(table, valueOf<OsdiEvent>(event)) : []
}
