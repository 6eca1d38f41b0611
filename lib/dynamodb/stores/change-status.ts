import {
  type Attendance,
  changedAttendance,
  eventFull,
  isComing,
  otherPartyIn,
  placesOf,
} from '../../domain/attendance.js'
import { notFound } from '../../domain/errors.js'
import type { AttendableEvent } from '../../domain/event.js'
import type { AttendanceDependencies } from '../../domain/record-attendance.js'
import { changeOfCounts } from '../../domain/totals.js'
import { isContended } from '../lists/contention.js'
import { lists } from '../lists/numbered-list.js'
import { getOne } from '../reads.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { changeOf } from '../search/changes.js'
import { type Table, keyOf, valueOf } from '../table.js'
import { updateWith } from '../transaction.js'
import { revise } from '../update.js'
import { whileNotCancelled } from './attendable.js'
import { restampAttendanceIfLate } from './attendance-items.js'
import { seatsOf } from './seats.js'
import { addToTotals, deferToTotals } from './totals.js'

/** Attempts that count a change at once. Later ones leave a record of it, as the length has met others. */
const EXACT_ATTEMPTS = 3

/**
 * Changes whether a person comes, and whether the person was there. One transaction writes the attendance on condition
 * of its revision, takes or gives back its places, and counts the change or leaves a record of it. It touches no
 * position in any list: an attendance that has no ordinal yet gets one as if nothing had happened.
 */
export const changeStatus =
  (table: Table): AttendanceDependencies['attendances']['changeStatus'] =>
  async (event, id, { now, precondition = () => undefined, ...change }) => {
    const list = lists.attendancesOf(event.id)
    const key = keyOf.attendance(otherPartyIn(id, event.id), event.id)
    let attempts = 0
    return retryOnConflict(async () => {
      const item = await getOne(table, key)
      const before = item && valueOf<Attendance>(item)
      if (before?.id !== id) throw notFound()
      precondition(before)
      const after = changedAttendance(before, change, now())
      if (after === before) return before
      const seats = await seatsFor(table, event, before, after)
      const isExact = !isContended(table, list) && attempts++ < EXACT_ATTEMPTS
      const counts = changeOfCounts(before, after)
      const totals = isExact
        ? addToTotals(
            table,
            event.id,
            counts,
            !isComing(before) && isComing(after) ? whileNotCancelled : undefined,
          )
        : deferToTotals(table, event.id, counts)
      const update = revise(key, before, { ...after, ...changeOf(list, after) })
      const outcome = await updateWith(table, update, [...seats, ...totals])
      if (outcome === 'written') return restampAttendanceIfLate(table, after)
      const length = outcome.at(list.length)
      const refusal = length && whileNotCancelled.refusalBy(length)
      if (refusal) throw refusal
      return undefined
    })
  }

/**
 * The places that a change of the status takes or gives back.
 * @throws OsdiError conflict when there are not enough
 */
async function seatsFor(table: Table, event: AttendableEvent, before: Attendance, after: Attendance) {
  const { id, capacity } = event
  if (capacity === undefined || isComing(before) === isComing(after)) return []
  const seats = seatsOf(table, id, capacity)
  if (isComing(before)) return seats.giveBack(placesOf(before))
  const { isFree } = await seats.look(placesOf(after))
  if (!isFree) throw eventFull()
  return seats.take(placesOf(after))
}
