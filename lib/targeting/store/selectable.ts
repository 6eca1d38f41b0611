import type { OsdiEvent } from '../../events/event.js'
import { originPolicy } from '../../events/origin.js'
import { advance } from '../../collections/append-at.js'
import { lengthOf, lists, positionAt } from '../../collections/numbered-list.js'
import { type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putNew } from '../../table/transaction.js'

/**
 * Makes what is written with the first attendances of an event: the event becomes selectable, in the transaction that
 * counts them. The length leaves zero once, so the event joins once. Costs a read and five write units, once for each
 * event.
 */
export async function becomeSelectable(
  table: Table,
  event: Pick<OsdiEvent, 'id' | 'owner' | 'origin'>,
): Promise<TransactItem[]> {
  if (originPolicy(event).selectable === 'from the beginning') return []
  const list = lists.selectableOf(event.owner)
  const length = await lengthOf(table, list)
  return [
    advance(table, list, length),
    putNew(table, keyOf.selectable(event.id), { event: event.id, ...positionAt(list, length + 1) }),
  ]
}
