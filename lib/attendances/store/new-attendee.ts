import { isComing, isRequested } from '../attendance.js'
import type { Person } from '../../people/person.js'
import { admissionOf, refusalOf, partySize } from '../../events/capacity.js'
import { createPerson } from '../../people/store/create-person.js'
import type { FirstAttendance, NewAttendee } from '../record-attendance.js'
import { joinTogether } from '../../collections/join-together.js'
import { lists } from '../../collections/numbered-list.js'
import type { Table } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { SeatsChanged } from '../../events/store/attendable.js'
import type { AttendanceReactions } from './reactions.js'
import { writeAttendance } from './write-attendance.js'

/**
 * Creates a person and their first attendance in one transaction, which saves two requests. It is attempted once.
 * Whatever stands against it, the person is written alone: the attendance that is written then finds the reason.
 * @returns the person, with the attendance if it is written, too; undefined as `createPerson`
 */
export const createAttendee = (
  table: Table,
  reactions: AttendanceReactions,
  person: Person,
  attends: FirstAttendance,
): Promise<NewAttendee | undefined> =>
  createPerson(table, person, {
    list: lists.attendancesOf(attends.event.id),
    total_people: attends.total_people,
    write: (claims) => writeBoth(table, reactions, person, attends, claims),
  })

/** @returns undefined where nothing is written */
async function writeBoth(
  table: Table,
  reactions: AttendanceReactions,
  person: Person,
  { event, personalList, attendanceOf, autoresponse, by, total_people }: FirstAttendance,
  claims: TransactItem[],
): Promise<NewAttendee | undefined> {
  const first = attendanceOf(person.id)
  // A person who declines takes no seat, so that no refusal stands against them.
  if (!isComing(first)) return undefined
  // Nothing of the person is written either.
  const refusal = refusalOf(admissionOf(event, Infinity, partySize(first)), event)
  if (refusal) throw refusal
  const passage = reactions.gate.pass(table, event, first, by)
  if (!passage) return undefined
  const joins = isRequested(passage.attendance) ? undefined : personalList
  // A personal list has a length that nothing has read yet.
  const known = joins === undefined && total_people !== undefined ? [event.total_attendances, total_people] : undefined
  const rsvp = {
    passage,
    event,
    joins,
    autoresponse,
    newcomer: { person, claims },
  }
  const { outcome, latest } = await writeAttendance(table, reactions, rsvp, (into, items, count) =>
    joinTogether(table, into, { items, known, count }).catch(missedIfChanged),
  )
  return outcome === 'written' ? { person: latest(person), attendance: latest(passage.attendance) } : undefined
}

/** An event whose places have changed is read again where the attendance is written by itself. */
function missedIfChanged(error: unknown): 'missed' {
  if (error instanceof SeatsChanged) return 'missed'
  throw error
}
