import { partySize } from '../../../domain/attendances/attendance.js'
import type { Person } from '../../../domain/people/person.js'
import { admissionOf, refusalOf } from '../../../domain/places/admission.js'
import type { FirstAttendance, NewAttendee } from '../../../domain/people/record-person.js'
import { appendTogether } from '../../lists/append.js'
import { type NumberedList, lists } from '../../lists/numbered-list.js'
import { withCountForRsvp } from '../targeting/selectable.js'
import type { Table } from '../../table.js'
import type { TransactItem } from '../../conflicts.js'
import { announcing, announcingAttendance } from '../webhooks/announce.js'
import { restampAttendanceIfLate, attendanceItems } from './attendance-items.js'
import { restampPersonIfLate } from '../people/change-person.js'
import { SeatsChanged } from '../places/attendable.js'
import { looksFull } from '../places/find-seats.js'
import { restamp } from '../late-writes.js'
import { mailsOfRsvp, withMails } from '../mail/mail-cause.js'
import { personItems } from '../people/person-items.js'
import { seatsOf } from '../places/seats.js'

/**
 * Creates a person and their first attendance in one transaction, which saves two requests. It is attempted once.
 * Whatever stands against it, the person and the attendance are written one after the other, which finds the reason.
 * @param claims of the person's contacts that are not written yet
 * @returns undefined where nothing is written
 */
export async function createAttendee(
  table: Table,
  person: Person,
  { event, personalList, attendanceOf, autoresponse, total_people }: FirstAttendance,
  claims: TransactItem[],
): Promise<NewAttendee | undefined> {
  const seats = seatsOf(table, event)
  const first = attendanceOf(person.id)
  const count = partySize(first)
  // Nothing of the person is written either.
  const refusal = refusalOf(admissionOf(event, Infinity, count), event)
  if (refusal) throw refusal
  if (seats && looksFull(event, seats, count)) return undefined
  const attendances = lists.attendancesOf(event.id)
  const into: [NumberedList, ...NumberedList[]] = [attendances, lists.peopleOf(person.owner)]
  if (personalList !== undefined) into.push(lists.itemsOf(personalList))
  // A personal list has a length that nothing has read yet.
  const known =
    personalList === undefined && total_people !== undefined
      ? [event.total_attendances, total_people]
      : undefined
  const [lookForPerson, interest] = await Promise.all([
    announcing(table, 'person', person.owner),
    announcingAttendance(table, event),
  ])
  let written = { person, attendance: first }
  const isWritten = await appendTogether(
    table,
    into,
    ([position, positionOfPerson, positionOnList]) => {
      written = { person: restamp(written.person), attendance: restamp(written.attendance) }
      return [
        ...claims,
        ...personItems(table, written.person, positionOfPerson, lookForPerson.announced),
        ...attendanceItems(
          table,
          written.attendance,
          position,
          personalList,
          positionOnList,
          withMails(interest.announced, mailsOfRsvp(event, written.attendance, autoresponse)),
        ),
        ...(seats ? seats.take(count) : []),
      ]
    },
    { known, ...withCountForRsvp(table, event, first) },
  ).catch(falseIfChanged)
  if (!isWritten) return undefined
  const [datedPerson, attendance] = await Promise.all([
    restampPersonIfLate(table, written.person, lookForPerson),
    restampAttendanceIfLate(table, written.attendance, interest),
  ])
  return { person: datedPerson, attendance }
}

/** An event whose places have changed is read again where the attendance is written by itself. */
function falseIfChanged(error: unknown): false {
  if (error instanceof SeatsChanged) return false
  throw error
}
