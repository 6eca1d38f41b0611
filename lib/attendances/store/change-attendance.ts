import { type Attendance, otherPartyIn } from '../attendance.js'
import { notFound } from '../../runtime/errors.js'
import type { AttendableEvent } from '../../events/event.js'
import type { Autoresponse } from '../record-attendance.js'
import { attendanceKind, holderOf } from './attendance-items.js'
import { loadAttendance } from './attendances-of-person.js'
import { assertItemSize } from '../../resources/item-size.js'
import { claim, identifierIn, releaseClaim } from '../../resources/identifiers.js'
import { releaseOrphanedIdentifiers } from '../../resources/orphaned-claims.js'
import { type Gate, withPosition } from './gate.js'
import type { AttendanceReactions } from './reactions.js'
import { writeResource } from '../../resources/write-resource.js'
import { sourcesForgotten } from './rsvp-statistics.js'
import { type Table, keyOf } from '../../table/table.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { updateIgnoringConflict, updateWith } from '../../table/transaction.js'
import { is } from '../../table/condition.js'
import { change as changed } from '../../table/change.js'

/** Ends or begins the reminders of an attendance. It is not a change that a caller sees. */
export async function setQuiet(table: Table, event: string, id: string, quiet: boolean): Promise<void> {
  // It leaves the revision: every other write changes the attributes that it means, and no more.
  const key = keyOf.attendance(otherPartyIn(id, event), event)
  await updateIgnoringConflict(table, changed(key, { set: { quiet: quiet || undefined } }, is('id', id)))
}

/**
 * Mails a person again what their RSVP is, with its link. It is not a change that a caller sees.
 * @param at the time of the request; requests of one time are one email
 */
export async function tellAgain(
  { table, reactions }: { table: Table; reactions: Pick<AttendanceReactions, 'causeOf'> },
  event: AttendableEvent,
  attendance: Attendance,
  at: string,
  autoresponse: Autoresponse,
): Promise<void> {
  const { id, person } = attendance
  const cause = reactions.causeOf(event, { ...attendance, modified_date: at }, autoresponse)
  const told = changed(keyOf.attendance(person, event.id), { set: cause }, is('id', id))
  if (Object.keys(cause).length > 0) await updateIgnoringConflict(table, told)
}

/**
 * Changes an attendance, without identifiers that another one holds. It is applied again after a conflict with a
 * concurrent change.
 * @throws OsdiError not_found
 */
export async function identify(
  table: Table,
  gate: Pick<Gate, 'withPositions'>,
  event: string,
  id: string,
  change: (attendance: Attendance) => Attendance,
): Promise<Attendance> {
  const person = otherPartyIn(id, event)
  const leftOut: string[] = []
  return retryOnConflict(async () => {
    const before = await loadAttendance(table, person, event)
    if (before?.id !== id) throw notFound()
    const wanted = change(before)
    if (wanted === before) return before
    const identifiers = wanted.identifiers.filter((each) => !leftOut.includes(each))
    const after = assertItemSize({ ...wanted, identifiers }, 'attendance')
    const claimed = after.identifiers.filter((each) => !before.identifiers.includes(each))
    const claims = claimed.map((each) => claim(table, 'attendance', each, holderOf(before)))
    const freed = before.identifiers
      .filter((each) => !wanted.identifiers.includes(each))
      .map((each) => releaseClaim(table, 'attendance', each, holderOf(before)))
    const sources = before.referrer_data.source === after.referrer_data.source ? [] : [sourcesForgotten(table, event)]
    const { outcome, latest } = await writeResource(table, (writer) =>
      updateWith(table, writer.update(attendanceKind, before, after), [...claims, ...freed, ...sources]),
    )
    if (outcome === 'written') return withPosition(gate, table, latest(after))
    const held = outcome.of('identifier')
    if (held.length === 0 || !(await releaseOrphanedIdentifiers(table, held))) leftOut.push(...held.map(identifierIn))
    return undefined
  })
}
