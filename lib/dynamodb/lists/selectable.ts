import type { OsdiEvent } from '../../domain/event.js'
import { originPolicy } from '../../domain/origin.js'
import { advance } from './append.js'
import { type NumberedList, lengthOf, lists, positionAt } from './numbered-list.js'
import { getOne } from '../reads.js'
import { type Table, keyOf, valueOf } from '../table.js'
import { type TransactItem, putNew } from '../transaction.js'

/**
 * Makes what is written with the first members of a list: an event becomes selectable with its first attendances, in
 * the transaction that counts them. The length leaves zero once, so the event joins once. Costs a read and five write
 * units, once in the life of an event.
 * @param known the event whose attendances these are, if the caller has read it
 */
export async function onFirstMember(
  table: Table,
  { ofEvent }: NumberedList,
  known?: Pick<OsdiEvent, 'id' | 'owner' | 'origin'>,
): Promise<TransactItem[]> {
  const event = known ?? (ofEvent === undefined ? undefined : await loadEvent(table, ofEvent))
  if (!event || originPolicy(event).selectable === 'from the beginning') return []
  const list = lists.selectableOf(event.owner)
  const length = await lengthOf(table, list)
  return [
    advance(table, list, length),
    putNew(table, keyOf.selectable(event.id), { event: event.id, ...positionAt(list, length + 1) }),
  ]
}

async function loadEvent(table: Table, id: string) {
  const item = await getOne(table, keyOf.event(id))
  return item && valueOf<OsdiEvent>(item)
}
