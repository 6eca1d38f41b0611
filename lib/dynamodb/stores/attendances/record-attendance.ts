import { type Attendance, isComing, partySize } from '../../../domain/attendances/attendance.js'
import type { AttendableEvent } from '../../../domain/events/event.js'
import type { AttendanceDependencies, RecordOptions } from '../../../domain/attendances/record-attendance.js'
import { type Admission, admissionOf, eventFull, refusalOf } from '../../../domain/places/admission.js'
import { identifierConflict } from '../../../domain/record-by-identifier.js'
import { append } from '../../lists/append.js'
import { isContended } from '../../lists/contention.js'
import { type NumberedList, lists } from '../../lists/numbered-list.js'
import { getMany, getOne } from '../../reads.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { withCurrentSeats } from '../places/attendable.js'
import { announcingAttendance } from '../webhooks/announce.js'
import { attendanceItems, isListed, restampAttendanceIfLate } from './attendance-items.js'
import { looksFull, lookForSeats, settleAfterwards } from '../places/find-seats.js'
import { restamp } from '../late-writes.js'
import { mailsOfRsvp, withMails } from '../mail/mail-cause.js'
import { releaseOrphanedIdentifiers } from '../identifiers/orphaned-claims.js'
import { closePlaces } from '../places/places.js'
import { type Seats, seatsOf } from '../places/seats.js'
import { withCountForRsvp } from '../targeting/selectable.js'
import { wasFull } from '../places/settle.js'
import { waitingSince, withLastPosition, withPosition } from '../places/waiting-list.js'

type Record = AttendanceDependencies['attendances']['record']

/** Records an attendance: takes its seats, or puts it on the waiting list of a full event that has one. */
export const record =
  (table: Table): Record =>
  async (attendance, event, options = {}) => {
    const recorded = await withCurrentSeats(table, event, (current) =>
      recordOrWait(table, attendance, current, options),
    )
    const positioned = recorded.isNew ? withLastPosition : withPosition
    return { ...recorded, attendance: await positioned(table, recorded.attendance) }
  }

async function recordOrWait(
  table: Table,
  attendance: Attendance,
  event: AttendableEvent,
  options: RecordOptions,
): ReturnType<Record> {
  // Only an attendance from another service is new and has been answered otherwise.
  if (attendance.status === 'tentative') return recordWaiting(table, attendance, event, options)
  const seats = isComing(attendance) ? seatsOf(table, event) : undefined
  const count = partySize(attendance)
  if (seats && looksFull(event, seats, count)) {
    const key = keyOf.attendance(attendance.person, event.id)
    if (event.waitlist) {
      const [state, known] = await getMany(table, [keyOf.placesState(event.id), key], { consistent: true })
      if (known) return { attendance: valueOf<Attendance>(known), isNew: false }
      // While the seats are closed, each RSVP joins the list: the seats need not be read.
      if (state?.['is_open'] === false && admissionOf(event, 0, count) === 'waits')
        return recordWaiting(table, attendance, event, options)
    }
    const { admission, found } = await lookForSeats(table, event, seats, count, key)
    if (found) return { attendance: valueOf<Attendance>(found), isNew: false }
    const refusal = refusalOf(admission, event)
    if (refusal) throw refusal
    if (admission === 'waits') return recordWaiting(table, attendance, event, options)
  }
  const recorded = await write(table, attendance, event, options, seats)
  if (typeof recorded !== 'string') return recorded
  if (recorded === 'waits') return recordWaiting(table, attendance, event, options)
  return existing(table, attendance, () => refusalOf(recorded, event) ?? eventFull())
}

/**
 * Puts a new attendance on the waiting list, and settles the places: one may have been freed meanwhile. The places are
 * closed first, so that later people come after it. In a rush on a full event, the consumer of the stream settles them,
 * because each settlement reads all buckets.
 */
async function recordWaiting(
  table: Table,
  attendance: Attendance,
  event: AttendableEvent,
  options: RecordOptions,
): ReturnType<Record> {
  await closePlaces(table, event.id)
  const waiting = {
    ...attendance,
    status: 'tentative' as const,
    waiting_since: waitingSince(attendance.person),
  }
  const recorded = await write(table, waiting, event, options, undefined)
  if (typeof recorded === 'string') throw eventFull()
  if (!recorded.isNew) return recorded
  if (isContended(table, lists.attendancesOf(event.id)) && wasFull(table, event.id)) return recorded
  await settleAfterwards(table, event.id, { ...recorded.attendance, autoresponse: options.autoresponse })
  return { ...(await existing(table, attendance, eventFull)), isNew: true }
}

/** @returns the admission when there are not enough seats; nothing is written then */
async function write(
  table: Table,
  attendance: Attendance,
  event: AttendableEvent,
  { personalList, justRead = false, autoresponse }: RecordOptions,
  seats: Seats | undefined,
): Promise<{ attendance: Attendance; isNew: boolean } | Exclude<Admission, 'comes'>> {
  const { person } = attendance
  const count = partySize(attendance)
  const [isOnList, interest] = await Promise.all([
    personalList !== undefined && isListed(table, personalList, person),
    announcingAttendance(table, event),
  ])
  const joins = personalList !== undefined && !isOnList
  const into: [NumberedList, ...NumberedList[]] = [lists.attendancesOf(event.id)]
  if (joins) into.push(lists.itemsOf(personalList))
  for (let written = attendance; ;) {
    const outcome = await append(
      table,
      into,
      ([position, positionOnList]) => [
        ...attendanceItems(
          table,
          (written = restamp(attendance)),
          position,
          joins ? personalList : undefined,
          positionOnList,
          withMails(interest.announced, mailsOfRsvp(event, written, autoresponse)),
        ),
        ...(seats ? seats.take(count) : []),
      ],
      {
        known: justRead ? event.total_attendances : undefined,
        ...withCountForRsvp(table, event, attendance),
      },
    )
    if (outcome === 'written')
      return { attendance: await restampAttendanceIfLate(table, written, interest), isNew: true }
    const known = outcome.at(keyOf.attendance(person, event.id))
    if (known) return { attendance: valueOf<Attendance>(known), isNew: false }
    const held = outcome.of('identifier')
    if (held.length > 0 && (await releaseOrphanedIdentifiers(table, held))) continue
    if (held.length > 0) return existing(table, attendance, taken)
    // The person came onto the personal list meanwhile, so that only the attendance is left to be written.
    if (joins && outcome.at(keyOf.listItem(personalList, person)))
      return write(table, attendance, event, { justRead: false, autoresponse }, seats)
    if (!seats) return 'event_full'
    const { admission } = await lookForSeats(table, event, seats, count)
    if (admission !== 'comes') return admission
  }
}

/** The attendance that is there already; an event that is full, or a taken identifier, does not stand against it. */
async function existing(table: Table, { person, event }: Attendance, refusal: () => Error) {
  const item = await getOne(table, keyOf.attendance(person, event))
  if (!item) throw refusal()
  return { attendance: valueOf<Attendance>(item), isNew: false }
}

const taken = () => identifierConflict('attendance')
