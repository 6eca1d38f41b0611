import {
  type Attendance,
  changedAttendance,
  isComing,
  otherPartyIn,
  partySize,
  withWaiting,
} from '../attendance.js'
import { requireConfirmed } from '../../events/attending.js'
import { notFound } from '../../runtime/errors.js'
import type { AttendableEvent } from '../../events/event.js'
import type { AttendanceDependencies, StatusChange } from '../record-attendance.js'
import { refusalOf, requireHeld, isSettled } from '../../events/admission.js'
import { changeOfCounts } from '../change-of-counts.js'
import type { TransactItem } from '../../table/conflicts.js'
import { isContended } from '../../collections/contention.js'
import type { Admission } from '../../collections/on-count.js'
import { lists } from '../../collections/numbered-list.js'
import { getOne, getTogether } from '../../table/reads.js'
import { retryOnConflict } from '../../table/retry-on-conflict.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { updateWith } from '../../table/transaction.js'
import { admissionForCancel, admissionForAccept, withCurrentSeats } from '../../events/store/attendable.js'
import { writeResource } from '../../resources/write-resource.js'
import { confirmationOf } from './confirmations.js'
import { lookForSeats, settleAfterwards } from '../../seats/store/find-seats.js'
import { closePlaces, dueSettlement } from '../../seats/store/places.js'
import { mailOfRsvp, noMail } from '../../mail/store/mail-cause.js'
import { attendanceKind } from './attendance-items.js'
import { seatsOf } from '../../seats/store/seats.js'
import { addToTotals, deferToTotals } from '../../events/store/totals.js'
import { takeMoreSeats } from '../../seats/store/take-more-seats.js'
import {
  joinWaitingList,
  leaveWaitingList,
  resizeOnWaitingList,
  waitingSince,
  withPosition,
} from '../../seats/store/waiting-list.js'

/** Attempts that count a change at once. Later ones leave a record of it, as the length has met others. */
const EXACT_ATTEMPTS = 3

/**
 * Changes whether a person comes, whom the person brings, and whether the person was there. One transaction writes the
 * attendance on condition of its revision, takes or gives back its places, and counts the change or leaves a record of
 * it. It touches no position in any list: an attendance that has no ordinal yet gets one as if nothing had happened.
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
    const [item] = await getTogether(table, [key])
    const before = item && valueOf<Attendance>(item)
    if (before?.id !== id) throw notFound()
    change.precondition?.(before)
    const isExact = !isContended(table, list) && attempts++ < EXACT_ATTEMPTS
    const { after, items, admission } = await planChange(table, event, before, change, isExact)
    if (after === before) return { attendance: before, isWritten: false, isAnswer: false }
    const counts = changeOfCounts(before, after)
    const totals = isExact
      ? addToTotals(table, event.id, counts, admission)
      : deferToTotals(table, event.id, counts)
    const isAnswer = after.status !== before.status && after.status !== 'declined'
    const cause = isAnswer ? mailOfRsvp(event, change.autoresponse) : noMail
    const { outcome, latest } = await writeResource(table, (writer) =>
      updateWith(table, writer.update(attendanceKind, before, after, cause(after)), [...items, ...totals]),
    )
    if (outcome === 'written') return { attendance: latest(after), isWritten: true, isAnswer }
    const length = outcome.at(list.length)
    const refusal = length && admission?.refusalBy(length)
    if (refusal) throw refusal
    return undefined
  })
  if (!changed.isWritten || !isSettled(event)) return withPosition(table, changed.attendance)
  const own = { ...changed.attendance, autoresponse: change.autoresponse }
  await settleAfterwards(table, event.id, changed.isAnswer ? own : undefined)
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
  change: StatusChange,
  isExact: boolean,
): Promise<Plan> {
  const status = wantsOther(before, change.status) ? change.status : undefined
  const guests = change.guests ?? (status === 'accepted' ? change.guestsOnReturn : undefined)
  const { attended, attendedGuests, arrival } = change
  const came = { attended, attendedGuests, arrival }
  const now = change.now()
  if (change.confirms) {
    const { of, items } = await confirmationOf(table, event.id)
    return { after: changedAttendance(before, { ...came, confirms: of }, now), items }
  }
  const after = changedAttendance(before, { ...came, status, guests }, now)
  const seats = seatsOf(table, event)
  const due = isSettled(event) || (seats && !isExact) ? [dueSettlement(table, event.id)] : []
  if (status === undefined) return planParty(table, event, { before, after, due })
  if (status === 'declined') {
    const frees = isComing(before)
      ? (seats?.giveBack(partySize(before)) ?? [])
      : [leaveWaitingList(table, before)]
    return { after, items: [...frees, ...due], admission: admissionForCancel(event) }
  }
  const admission = admissionForAccept(event)
  if (!seats) return { after, items: [], admission }
  const found = await lookForSeats(table, event, seats, partySize(after))
  const refusal = refusalOf(found.admission, event)
  if (refusal) throw refusal
  if (found.admission === 'comes') return { after, items: seats.take(partySize(after)), admission }
  await closePlaces(table, event.id)
  const party = changedAttendance(before, { ...came, guests }, now)
  const waiting = withWaiting(party, waitingSince(before.person), now)
  return {
    after: { ...waiting, revision: before.revision + 1 },
    items: [joinWaitingList(table, waiting), ...due],
    admission,
  }
}

/**
 * Plans a change of a party. It shrinks as a person cancels, and grows as one comes, but never waits for its places. A
 * party that waits keeps its rank; one that was cancelled needs places when it comes again.
 * @throws OsdiError conflict when there are not enough places
 */
async function planParty(
  table: Table,
  event: AttendableEvent,
  { before, after, due }: { before: Attendance; after: Attendance; due: TransactItem[] },
): Promise<Plan> {
  const party = { before: partySize(before), after: partySize(after) }
  const by = party.after - party.before
  if (by === 0 || before.status === 'declined') return { after, items: [] }
  if (by > 0) requireConfirmed(event)
  if (before.status === 'tentative') {
    if (by > 0) requireHeld(event, party.after)
    return {
      after,
      items: [resizeOnWaitingList(table, after), ...due],
      admission: by > 0 ? admissionForAccept(event) : admissionForCancel(event),
    }
  }
  const seats = seatsOf(table, event)
  if (by < 0) {
    const frees = seats?.giveBack(-by) ?? []
    return { after, items: [...frees, ...due], admission: admissionForCancel(event) }
  }
  const items = seats ? await takeMoreSeats(table, event, seats, party) : []
  return { after, items: [...items, ...due], admission: admissionForAccept(event) }
}
