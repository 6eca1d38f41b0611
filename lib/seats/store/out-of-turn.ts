import { type Attendance, withStatus } from '../../attendances/attendance.js'
import { type OutOfTurn, type Passage, passing } from '../../attendances/store/gate.js'
import { eventFull, requireHeld, partySize } from '../../events/capacity.js'
import type { AttendableEvent, OsdiEvent } from '../../events/event.js'
import { nextVersion } from '../../fields/version.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { advancing, closeBuckets, closeSeats, dueSettlement, readSeatState } from './seat-state.js'
import { settleAfterwards } from './find-seats.js'
import type { CauseOfPromotion } from './promote.js'
import { addTaken, bucketsOf, takenInAll } from './seats.js'
import { settle } from './settle.js'
import { firstWaiting, joinWaitingList, leaveWaitingList, rankBefore, withPosition } from './waiting-list.js'

/**
 * Lets a person who waits in before others, as the organizer says: into seats that are free at this moment, or to the
 * head of the line. Those whose turn it is are promoted first. As a settlement does, the write advances the state, so
 * that of two at once the other looks again.
 * @throws OsdiError conflict when the seats are not free, or the event cannot hold the party
 */
export async function outOfTurn(
  table: Table,
  { id }: Pick<AttendableEvent, 'id'>,
  { before, how, now }: { before: Attendance; how: OutOfTurn; now: Date },
  causeOf: CauseOfPromotion,
): Promise<Passage> {
  await settle(table, id, causeOf)
  await closeSeats(table, id)
  const [state, item] = await Promise.all([readSeatState(table, id), getOne(table, keyOf.event(id))])
  if (!state || !item) return passing(before)
  const event = valueOf<OsdiEvent>(item)
  if (how === 'first') {
    const [first] = await firstWaiting(table, { id }, 1)
    if (!first || first.joined === before.waiting_since) return passing(before)
    const waiting_since = rankBefore(first.joined, before.person)
    const attendance: Attendance = { ...before, waiting_since, ...nextVersion(before, now) }
    const items = () => [
      advancing(table, id, state),
      leaveWaitingList(table, before),
      joinWaitingList(table, attendance),
      dueSettlement(table, id),
    ]
    return { attendance, items, settle: (written) => settled(table, written, causeOf) }
  }
  const party = partySize(before)
  requireHeld(event, party)
  const taken = takenInAll(await closeBuckets(table, bucketsOf(event), state))
  if (party > (event.capacity ?? Infinity) - taken) throw eventFull()
  const attendance = withStatus(before, 'accepted', now)
  const items = () => [
    advancing(table, id, state),
    addTaken(table, id, 0, party),
    leaveWaitingList(table, before),
    // The last of a list that was switched off leaves seats that open again.
    dueSettlement(table, id),
  ]
  return {
    attendance,
    items,
    cause: causeOf(attendance, undefined),
    settle: (written) => settled(table, written, causeOf),
  }
}

/** Settles the seats, and returns the attendance afterwards. */
async function settled(table: Table, written: Attendance, causeOf: CauseOfPromotion): Promise<Attendance> {
  await settleAfterwards(table, written.event, causeOf)
  const item = await getOne(table, keyOf.attendance(written.person, written.event))
  return withPosition(table, item ? valueOf<Attendance>(item) : written)
}
