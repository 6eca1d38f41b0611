import type { OsdiEvent } from '../../domain/event.js'
import { originPolicy } from '../../domain/origin.js'
import { advance } from './append.js'
import { lengthOf, lists, positionAt } from './numbered-list.js'
import { type Table, keyOf } from '../table.js'
import { type TransactItem, putNew } from '../transaction.js'

/**
 * Makes what is written with the first members of a list: an event becomes selectable with its first attendances, in
 * the transaction that counts them. The length leaves zero once, so the event joins once. Costs a read and five write
 * units, once in the life of an event.
 * @param event whose attendances these are; undefined for another list
 */
export async function onFirstMember(
  table: Table,
  event: Pick<OsdiEvent, 'id' | 'owner' | 'origin'> | undefined,
): Promise<TransactItem[]> {
  if (!event || originPolicy(event).selectable === 'from the beginning') return []
  const list = lists.selectableOf(event.owner)
  const length = await lengthOf(table, list)
  return [
    advance(table, list, length),
    putNew(table, keyOf.selectable(event.id), { event: event.id, ...positionAt(list, length + 1) }),
  ]
}
