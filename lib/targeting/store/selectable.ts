import type { Attendance } from '../../attendances/attendance.js'
import type { AttendableEvent, OsdiEvent } from '../../events/event.js'
import { originPolicy } from '../../events/origin.js'
import { changeOfCounts } from '../../attendances/change-of-counts.js'
import { advance } from '../../collections/append-at.js'
import type { WithCount } from '../../collections/on-count.js'
import { lengthOf, lists, positionAt } from '../../collections/numbered-list.js'
import { type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putNew } from '../../table/transaction.js'
import { attendableOf, admissionForAccept } from '../../events/store/attendable.js'

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

/**
 * The writes and conditions by which an RSVP joins the attendances of an event on the synchronous path. A cancelled
 * event refuses it, also where the event was read before it was cancelled.
 */
export const withCountForRsvp = (
  table: Table,
  event: AttendableEvent,
  attendance: Attendance,
): WithCount => ({
  counts: changeOfCounts(undefined, attendance),
  onFirstMember: () => becomeSelectable(table, event),
  attributes: attendableOf(event),
  admission: admissionForAccept(event),
})
