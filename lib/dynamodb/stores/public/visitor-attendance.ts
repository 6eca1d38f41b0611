import { type Attendance, partySize } from '../../../domain/attendances/attendance.js'
import type { AttendableEvent } from '../../../domain/events/event.js'
import type { AttendanceDependencies } from '../../../domain/attendances/record-attendance.js'
import { eventFull, refusalOf } from '../../../domain/places/admission.js'
import { append } from '../../lists/append.js'
import { type NumberedList, lists } from '../../lists/numbered-list.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { withCurrentSeats } from '../places/attendable.js'
import { UNREPORTED, announcing, announcingAttendance } from '../webhooks/announce.js'
import { attendanceItems, isListed, restampAttendanceIfLate } from '../attendances/attendance-items.js'
import { restampPersonIfLate } from '../people/change-person.js'
import { lookForSeats, looksFull } from '../places/find-seats.js'
import { assertItemSize } from '../item-size.js'
import { restamp } from '../late-writes.js'
import { mailsOfRsvp, withMails } from '../mail/mail-cause.js'
import { releaseOrphanedContacts } from '../identifiers/orphaned-claims.js'
import { newPersonItems } from '../people/person-items.js'
import { type Seats, seatsOf } from '../places/seats.js'
import { withCountForRsvp } from '../targeting/selectable.js'

type RecordForVisitor = AttendanceDependencies['attendances']['recordForVisitor']

/**
 * Records an attendance of an event with a capacity, and its person if the person is new, in one transaction. The
 * writes and the answer at a full event are the same for every person.
 */
export const recordForVisitor =
  (table: Table): RecordForVisitor =>
  (attendance, event, options) =>
    withCurrentSeats(table, event, (current) => recordIn(table, attendance, current, options))

const recordIn = async (
  table: Table,
  attendance: Attendance,
  event: AttendableEvent,
  { person, personalList, autoresponse }: Parameters<RecordForVisitor>[2],
) => {
  const seats = seatsOf(table, event)
  const count = partySize(attendance)
  if (seats && looksFull(event, seats, count)) await requireSeats(table, event, seats, count)
  const attendances = lists.attendancesOf(event.id)
  const [isOnList, interest, lookForPerson] = await Promise.all([
    personalList !== undefined && isListed(table, personalList, attendance.person),
    announcingAttendance(table, event),
    person ? announcing(table, 'person', person.owner) : UNREPORTED,
  ])
  const joins = personalList !== undefined && !isOnList
  if (person) assertItemSize(person, 'person')
  const into: [NumberedList, ...NumberedList[]] = [attendances]
  if (joins) into.push(lists.itemsOf(personalList))
  if (person) into.push(lists.peopleOf(person.owner))
  let [written, writtenPerson] = [attendance, person]
  for (;;) {
    const outcome = await append(
      table,
      into,
      ([position, ...others]) => {
        written = restamp(attendance)
        writtenPerson = person && restamp(person)
        const onPersonalList = joins ? others[0] : undefined
        return [
          ...attendanceItems(
            table,
            written,
            position,
            personalList,
            onPersonalList,
            withMails(interest.announced, mailsOfRsvp(event, written, autoresponse ?? 'form')),
          ),
          ...(seats ? seats.take(count) : []),
          ...(writtenPerson
            ? newPersonItems(table, writtenPerson, others.at(-1), lookForPerson.announced)
            : []),
        ]
      },
      withCountForRsvp(table, event, attendance),
    )
    if (outcome === 'written') {
      if (writtenPerson) await restampPersonIfLate(table, writtenPerson, lookForPerson)
      return restampAttendanceIfLate(table, written, interest)
    }
    const conflictsOfSeats = outcome.of('seats')
    if (seats && conflictsOfSeats.length > 0) await requireSeats(table, event, seats, count)
    const existing = outcome.at(keyOf.attendance(attendance.person, event.id))
    if (existing) return valueOf<Attendance>(existing)
    if (await releaseOrphanedContacts(table, outcome.of('contact'))) continue
    // Another request wrote the person, or put the person on the personal list: the request begins again.
    if (outcome.all.length > conflictsOfSeats.length) return undefined
  }
}

async function requireSeats(table: Table, event: AttendableEvent, seats: Seats, count: number) {
  const { admission } = await lookForSeats(table, event, seats, count)
  // A waiting list that was switched on since the event was read is joined by the visitor's next attempt.
  if (admission !== 'comes') throw refusalOf(admission, event) ?? eventFull()
}
