import { type Attendance, isComing, partySize } from '../attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import type { RecordAttendance, RecordOptions, Recorded, VisitorOptions } from '../record-attendance.js'
import { type Admission, admissionOf, eventFull, refusalOf } from '../../events/admission.js'
import { identifierConflict } from '../../resources/record-by-identifier.js'
import { append } from '../../collections/append.js'
import { isContended } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { withCurrentSeats } from '../../events/store/attendable.js'
import { isListed } from './attendance-items.js'
import { looksFull, lookForSeats, settleAfterwards } from '../../seats/store/find-seats.js'
import { releaseOrphanedIdentifiers } from '../../resources/orphaned-claims.js'
import { releaseOrphanedContacts } from '../../people/store/orphaned-contacts.js'
import { assertItemSize } from '../../resources/item-size.js'
import { claimsOfContacts } from '../../people/store/person-items.js'
import { closePlaces } from '../../seats/store/places.js'
import { type Seats, seatsOf } from '../../seats/store/seats.js'
import { wasFull } from '../../seats/store/settle.js'
import { waitingSince, withLastPosition, withPosition } from '../../seats/store/waiting-list.js'
import { writeAttendance } from './write-attendance.js'

/** The options of anyone's RSVP. */
type Options = RecordOptions & Partial<VisitorOptions>

/**
 * Records an attendance: takes its seats, or puts it on the waiting list of a full event that has one. For a visitor,
 * the writes and the answer at a full event are the same for every person.
 */
export const record = (table: Table): RecordAttendance => {
  async function recordOn(
    attendance: Attendance,
    event: AttendableEvent,
    options?: RecordOptions,
  ): Promise<Recorded>
  async function recordOn(
    attendance: Attendance,
    event: AttendableEvent,
    options: VisitorOptions,
  ): Promise<Recorded | undefined>
  async function recordOn(attendance: Attendance, event: AttendableEvent, options: Options = {}) {
    const recorded = await withCurrentSeats(table, event, (current) =>
      recordOrWait(table, attendance, current, options),
    )
    if (!recorded || options.visitor) return recorded
    const positioned = recorded.isNew ? withLastPosition : withPosition
    return { ...recorded, attendance: await positioned(table, recorded.attendance) }
  }
  return recordOn
}

async function recordOrWait(
  table: Table,
  attendance: Attendance,
  event: AttendableEvent,
  options: Options,
): Promise<Recorded | undefined> {
  // Only an attendance from another service is new and has been answered otherwise.
  if (attendance.status === 'tentative') return recordWaiting(table, attendance, event, options)
  const seats = isComing(attendance) ? seatsOf(table, event) : undefined
  const count = partySize(attendance)
  const isFull = seats !== undefined && looksFull(event, seats, count)
  if (isFull && options.visitor) await requireSeats(table, event, seats, attendance)
  else if (isFull) {
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
  if (recorded === 'retry') return undefined
  if (recorded === 'waits') return recordWaiting(table, attendance, event, options)
  return knownAttendance(table, attendance, () => refusalOf(recorded, event) ?? eventFull())
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
  options: Options,
): Promise<Recorded> {
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
  return { ...(await knownAttendance(table, attendance, eventFull)), isNew: true }
}

/** @returns the admission when there are not enough seats, or 'retry' as `RecordAttendance`; nothing is written then */
async function write(
  table: Table,
  attendance: Attendance,
  event: AttendableEvent,
  { personalList, justRead = false, autoresponse, visitor }: Options,
  seats: Seats | undefined,
): Promise<Recorded | 'retry' | Exclude<Admission, 'comes'>> {
  const { person } = attendance
  const fresh = visitor?.person && assertItemSize(visitor.person, 'person')
  const newcomer = fresh && { person: fresh, claims: claimsOfContacts(table, fresh) }
  const isOnList = personalList !== undefined && (await isListed(table, personalList, person))
  const joins = isOnList ? undefined : personalList
  const rsvp = { attendance, event, joins, seats, autoresponse, newcomer }
  const known = justRead ? event.total_attendances : undefined
  for (;;) {
    const { outcome, latest } = await writeAttendance(table, rsvp, (into, items, count) =>
      append(table, into, items, { known, ...count }),
    )
    if (outcome === 'written') return { attendance: latest(attendance), isNew: true }
    const ofSeats = outcome.of('seats')
    if (visitor && seats && ofSeats.length > 0) await requireSeats(table, event, seats, attendance)
    const existing = outcome.at(keyOf.attendance(person, event.id))
    if (existing) return { attendance: valueOf<Attendance>(existing), isNew: false }
    if (await releaseOrphanedContacts(table, outcome.of('contact'))) continue
    // Another request wrote the person, or put the person on the personal list.
    if (visitor && outcome.all.length > ofSeats.length) return 'retry'
    if (visitor) continue
    const held = outcome.of('identifier')
    if (held.length > 0 && (await releaseOrphanedIdentifiers(table, held))) continue
    if (held.length > 0) return knownAttendance(table, attendance, taken)
    // The person came onto the personal list meanwhile, so that only the attendance is left to be written.
    if (joins !== undefined && outcome.at(keyOf.listItem(joins, person)))
      return write(table, attendance, event, { justRead: false, autoresponse }, seats)
    if (!seats) return 'event_full'
    const { admission } = await lookForSeats(table, event, seats, partySize(attendance))
    if (admission !== 'comes') return admission
  }
}

/**
 * Refuses a visitor where there are not enough seats. A waiting list that was switched on since the event was read is
 * joined by the visitor's next attempt.
 */
async function requireSeats(table: Table, event: AttendableEvent, seats: Seats, attendance: Attendance) {
  const { admission } = await lookForSeats(table, event, seats, partySize(attendance))
  if (admission !== 'comes') throw refusalOf(admission, event) ?? eventFull()
}

/** The attendance that is there already; an event that is full, or a taken identifier, does not stand against it. */
async function knownAttendance(table: Table, { person, event }: Attendance, refusal: () => Error) {
  const item = await getOne(table, keyOf.attendance(person, event))
  if (!item) throw refusal()
  return { attendance: valueOf<Attendance>(item), isNew: false }
}

const taken = () => identifierConflict('attendance')
