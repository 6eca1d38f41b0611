import { partySize } from '../../events/capacity.js'
import {
  type Attendance,
  changedAttendance,
  isComing,
  isRequested,
  otherPartyIn,
  standingOf,
  statusOf,
} from '../attendance.js'
import { isInLine } from '../attendance-fields.js'
import { requireConfirmed } from '../../events/rsvp-refusals.js'
import { OsdiError, notFound } from '../../runtime/errors.js'
import type { AttendableEvent } from '../../events/event.js'
import { type StatusChange, personalListOf } from '../record-attendance.js'
import { changeOfCounts } from '../change-of-counts.js'
import { append } from '../../collections/append.js'
import { isContended } from '../../collections/contention.js'
import type { Admission } from '../../collections/append-at.js'
import { lists } from '../../collections/numbered-list.js'
import { getTogether } from '../../table/reads.js'
import { retryOnConflict } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { itemOf, updateWith } from '../../table/transaction.js'
import { admissionForCancel, admissionForAccept, withCurrentSeats } from '../../events/store/attendable.js'
import { writeResource } from '../../resources/write-resource.js'
import { attendanceKind, isListed, listed } from './attendance-items.js'
import { confirmationOf } from './confirmations.js'
import { addToTotals, deferToTotals } from '../../events/store/totals.js'
import { type Gate, type Passage, passing, withPosition } from './gate.js'
import { sourcesForgotten } from './rsvp-statistics.js'
import type { AttendanceReactions } from './reactions.js'

/** Attempts that count a change at once. Later ones leave a record of it, as the length has met others. */
const EXACT_ATTEMPTS = 3

/**
 * Changes whether a person comes, whom the person brings, and whether the person was there. One transaction writes the
 * attendance on condition of its revision and what the gate writes with it, and counts the change or leaves a record of
 * it. It touches no position in any list: an attendance that has no ordinal yet gets one as if nothing had happened.
 * @returns the attendance after it; as it was if nothing of it differs
 * @throws OsdiError not_found; conflict when the event is full or cannot hold the party, or the person was merged into
 *   another one
 */
export const changeStatus = (
  table: Table,
  reactions: AttendanceReactions,
  event: AttendableEvent,
  id: string,
  change: StatusChange,
): Promise<Attendance> =>
  withCurrentSeats(table, event, (current) => changeStatusOf(table, reactions, current, id, change))

const changeStatusOf = async (
  table: Table,
  { gate, causeOf }: AttendanceReactions,
  event: AttendableEvent,
  id: string,
  asked: StatusChange,
) => {
  const list = lists.attendancesOf(event.id)
  const key = keyOf.attendance(otherPartyIn(id, event.id), event.id)
  let attempts = 0
  const changed = await retryOnConflict(async () => {
    const [item] = await getTogether(table, [key])
    const before = item && valueOf<Attendance>(item)
    if (before?.id !== id) throw notFound()
    asked.precondition?.(before)
    const change = gate.asked(event, before, asked)
    const isExact = !isContended(table, list) && attempts++ < EXACT_ATTEMPTS
    const plan = await planChange(table, gate, event, { before, change, isExact })
    const { attendance: after, items, settle, admission } = plan
    if (after === before) return { written: before }
    const counts = changeOfCounts(before, after)
    const totals = isExact ? addToTotals(table, event.id, counts, admission) : deferToTotals(table, event.id, counts)
    const isTold = after.status !== 'declined' || after.request?.state === 'declined' || after.cancellation
    const isAnswer = standingOf(after) !== standingOf(before) && isTold
    const joins = isRequested(before) && after.status !== 'declined' ? await joinedBy(table, event, after) : undefined
    const cause = isAnswer ? (plan.cause ?? causeOf(event, after, change.autoresponse)) : undefined
    // A request that is answered becomes an RSVP, and who asks anew is none: the count of RSVPs begins anew.
    const counted = isRequested(before) === isRequested(after) ? [] : [sourcesForgotten(table, event.id)]
    const others = () => [...items(), ...totals, ...counted]
    const { outcome, latest } = await writeResource(table, (writer) => {
      const update = () => writer.update(attendanceKind, before, after, cause)
      if (joins === undefined) return updateWith(table, update(), others())
      return append(table, [lists.itemsOf(joins)], ([position]) => [
        itemOf(table, update()),
        ...others(),
        ...(position ? [listed(table, joins, { ...after, created_date: after.modified_date }, position)] : []),
      ])
    })
    if (outcome === 'written') return { written: latest(after), settle }
    const length = outcome.at(list.length)
    const refusal = length && admission?.refusalBy(length)
    if (refusal) throw refusal
    return undefined
  })
  const { written, settle } = changed
  return settle ? settle(written) : withPosition(gate, table, written)
}

/** The personal list that a person joins who is approved; undefined where there is none, or they are on it. */
async function joinedBy(table: Table, event: AttendableEvent, { person }: Attendance) {
  const list = personalListOf(event)
  return list !== undefined && (await isListed(table, list, person)) ? undefined : list
}

/** Whether another status is wanted. A person on the waiting list already wants to come. */
const wantsOther = (attendance: Attendance, wanted: StatusChange['status']) =>
  wanted !== undefined &&
  wanted !== statusOf(attendance) &&
  !(wanted === 'accepted' && standingOf(attendance) === 'tentative')

const notInLine = () =>
  new OsdiError('conflict', 'This person does not wait', [
    { error_code: 'not_in_line', description: 'The person is not on the waiting list', properties: ['status'] },
  ])

/** An attendance after a change, and the condition on the event. */
interface Plan extends Passage {
  admission?: Admission | undefined
}

/** A change of an attendance as it was read. */
interface Changing {
  before: Attendance
  change: StatusChange
  /** Whether the event is as it was read. */
  isExact: boolean
}

/** @throws OsdiError conflict when there are not enough seats, and no waiting list */
async function planChange(
  table: Table,
  gate: Gate,
  event: AttendableEvent,
  { before, change, isExact }: Changing,
): Promise<Plan> {
  const status = wantsOther(before, change.status) ? change.status : undefined
  const guests = change.guests ?? (status === 'accepted' && !isRequested(before) ? change.guestsOnReturn : undefined)
  const { attended, attendedGuests, arrival, autoresponse, by, decision } = change
  const came = { attended, attendedGuests, arrival }
  const now = change.now()
  if (change.outOfTurn) {
    if (isComing(before)) return passing(before)
    if (!isInLine(before)) throw notInLine()
    const passage = await gate.outOfTurn(table, event, { before, how: change.outOfTurn, now })
    return { ...passage, admission: admissionForAccept(event) }
  }
  if (change.confirms) {
    const { of, items } = await confirmationOf(table, event.id)
    return { attendance: changedAttendance(before, { ...came, confirms: of }, now), items: () => items }
  }
  const changed = changedAttendance(before, { ...came, status, guests }, now)
  const after = status === 'declined' && change.tells ? { ...changed, cancellation: change.tells } : changed
  const more = partySize(after) - partySize(before)
  // A party that was canceled needs seats when it comes again.
  if (status === undefined && (more === 0 || before.status === 'declined')) return passing(after)
  const takes = status === undefined ? more > 0 : status === 'accepted'
  if (status === undefined && more > 0) requireConfirmed(event)
  const passage = await gate.change(table, event, {
    before,
    after,
    isExact,
    autoresponse,
    by,
    note: decision?.note,
  })
  return { ...passage, admission: takes ? admissionForAccept(event) : admissionForCancel(event) }
}
