import {
  type Attendance,
  changedAttendance,
  isComing,
  otherPartyIn,
  partySize,
  withWaiting,
} from '../../../domain/attendances/attendance.js'
import { notFound } from '../../../domain/errors.js'
import type { AttendableEvent } from '../../../domain/events/event.js'
import type { AttendanceDependencies, StatusChange } from '../../../domain/attendances/record-attendance.js'
import { refusalOf } from '../../../domain/places/admission.js'
import { changeOfCounts } from '../../../domain/places/totals.js'
import type { TransactItem } from '../../conflicts.js'
import { isContended } from '../../lists/contention.js'
import type { Admission } from '../../lists/on-count.js'
import { lists } from '../../lists/numbered-list.js'
import { getOne } from '../../reads.js'
import { retryOnConflict } from '../../retry-on-conflict.js'
import { changeOf } from '../../search/changes.js'
import { type Table, keyOf, valueOf } from '../../table.js'
import { updateWith } from '../../transaction.js'
import { revise } from '../../update.js'
import { admissionForCancel, admissionForAccept, withCurrentSeats } from '../places/attendable.js'
import { announcingAttendance } from '../webhooks/announce.js'
import { restampAttendanceIfLate } from './attendance-items.js'
import { lookForSeats, settleAfterwards } from '../places/find-seats.js'
import { closePlaces, dueSettlement } from '../places/places.js'
import { mailsOfRsvp, withMails } from '../mail/mail-cause.js'
import { isSettled, seatsOf } from '../places/seats.js'
import { addToTotals, deferToTotals } from '../places/totals.js'
import { joinWaitingList, leaveWaitingList, waitingSince, withPosition } from '../places/waiting-list.js'

/** Attempts that count a change at once. Later ones leave a record of it, as the length has met others. */
const EXACT_ATTEMPTS = 3

/**
 * Changes whether a person comes, and whether the person was there. One transaction writes the attendance on condition
 * of its revision, takes or gives back its places, and counts the change or leaves a record of it. It touches no
 * position in any list: an attendance that has no ordinal yet gets one as if nothing had happened.
 */
export const changeStatus =
  (table: Table): AttendanceDependencies['attendances']['changeStatus'] =>
  (event, id, change) =>
    withCurrentSeats(table, event, (current) => changeStatusOf(table, current, id, change))

const changeStatusOf = async (table: Table, event: AttendableEvent, id: string, change: StatusChange) => {
  const list = lists.attendancesOf(event.id)
  const key = keyOf.attendance(otherPartyIn(id, event.id), event.id)
  let attempts = 0
  const changed = await retryOnConflict(async () => {
    const [item, interest] = await Promise.all([getOne(table, key), announcingAttendance(table, event)])
    const before = item && valueOf<Attendance>(item)
    if (before?.id !== id) throw notFound()
    change.precondition?.(before)
    const isExact = !isContended(table, list) && attempts++ < EXACT_ATTEMPTS
    const { after, items, admission } = await planChange(table, event, before, change, isExact)
    if (after === before) return { attendance: before, isWritten: false }
    const counts = changeOfCounts(before, after)
    const totals = isExact
      ? addToTotals(table, event.id, counts, admission)
      : deferToTotals(table, event.id, counts)
    const isAnswer = after.status !== before.status && after.status !== 'declined'
    const update = revise(key, before, {
      ...after,
      ...changeOf(list, after),
      ...withMails(interest.announced, isAnswer ? mailsOfRsvp(event, after, change.autoresponse) : {}),
    })
    const outcome = await updateWith(table, update, [...items, ...totals])
    if (outcome === 'written')
      return { attendance: await restampAttendanceIfLate(table, after, interest), isWritten: true }
    const length = outcome.at(list.length)
    const refusal = length && admission?.refusalBy(length)
    if (refusal) throw refusal
    return undefined
  })
  if (!changed.isWritten || !isSettled(event)) return withPosition(table, changed.attendance)
  await settleAfterwards(table, event.id, { ...changed.attendance, autoresponse: change.autoresponse })
  const item = await getOne(table, key)
  return withPosition(table, item ? valueOf<Attendance>(item) : changed.attendance)
}

/** A person who is on the waiting list wants to come already. */
const wantsOther = ({ status = 'accepted' }: Attendance, wanted: StatusChange['status']) =>
  wanted !== undefined && wanted !== status && !(wanted === 'accepted' && status === 'tentative')

interface Plan {
  after: Attendance
  items: TransactItem[]
  /** The condition on the event. */
  admission?: Admission | undefined
}

/**
 * The attendance after a change, and what is written with it.
 * @param isExact whether the event is as it was read: what is not asked of it in a rush, a settlement finds out
 * @throws OsdiError conflict when there are not enough places, and no waiting list
 */
async function planChange(
  table: Table,
  event: AttendableEvent,
  before: Attendance,
  { status, attended, guests, now }: StatusChange,
  isExact: boolean,
): Promise<Plan> {
  if (!wantsOther(before, status)) return { after: changedAttendance(before, { attended }, now()), items: [] }
  const seats = seatsOf(table, event)
  const due = isSettled(event) || (seats && !isExact) ? [dueSettlement(table, event.id)] : []
  if (status === 'declined') {
    const after = changedAttendance(before, { status, attended }, now())
    const frees = isComing(before)
      ? (seats?.giveBack(partySize(before)) ?? [])
      : [leaveWaitingList(table, before)]
    return { after, items: [...frees, ...due], admission: admissionForCancel(event) }
  }
  const { guests: _before, ...others } = before
  const party = guests === undefined ? before : { ...others, ...(guests > 0 && { guests }) }
  const after = changedAttendance(party, { status, attended }, now())
  const admission = admissionForAccept(event)
  if (!seats) return { after, items: [], admission }
  const found = await lookForSeats(table, event, seats, partySize(after))
  const refusal = refusalOf(found.admission, event)
  if (refusal) throw refusal
  if (found.admission === 'comes') return { after, items: seats.take(partySize(after)), admission }
  await closePlaces(table, event.id)
  const waiting = withWaiting(
    changedAttendance(party, { attended }, now()),
    waitingSince(before.person),
    now(),
  )
  return { after: waiting, items: [joinWaitingList(table, waiting), ...due], admission }
}
