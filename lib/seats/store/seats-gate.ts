import {
  type Asker,
  type Gate,
  type GateChange,
  type Passage,
  openGate,
  passing,
} from '../../attendances/store/gate.js'
import { type Attendance, isComing } from '../../attendances/attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import {
  type Admission,
  admissionOf,
  eventFull,
  isSettled,
  refusalOf,
  requireHeld,
  partySize,
} from '../../events/capacity.js'
import { isContended } from '../../collections/contention.js'
import { lists } from '../../collections/numbered-list.js'
import { getMany, getOne } from '../../table/reads.js'
import type { TransactItem } from '../../table/conflicts.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { looksFull, lookForSeats, settleAfterwards } from './find-seats.js'
import { readOpenSeats } from './open-seats.js'
import { outOfTurn } from './out-of-turn.js'
import { closeSeats, dueSettlement } from './seat-state.js'
import type { CauseOfPromotion } from './promote.js'
import { type Seats, seatsOf } from './seats.js'
import { wasFull } from './settle.js'
import { takeMoreSeats } from './take-more-seats.js'
import {
  joinWaitingList,
  leaveWaitingList,
  resizeOnWaitingList,
  waitingSince,
  withLastPosition,
  withPosition,
  withPositions,
} from './waiting-list.js'

/**
 * Returns the gate of events whose seats are kept: an attendance takes its seats, or joins the waiting list of a full
 * event that has one. For a visitor, the writes and the answer at a full event are the same for every person.
 */
export const seatsGate = (causeOf: CauseOfPromotion): Gate => ({
  asked: openGate.asked,

  async enter(table, event, attendance, asker) {
    // Only an attendance from another service is new and has been answered otherwise.
    if (attendance.status === 'tentative') return waiting({ table, causeOf, event, attendance, asker })
    const seats = isComing(attendance) ? seatsOf(table, event) : undefined
    if (!seats) return passing(attendance)
    const party = partySize(attendance)
    const entering = { table, causeOf, event, attendance, asker }
    if (!looksFull(event, seats, party)) return taking(entering, seats)
    if (asker.visitor) return orThrow(await lookAgain(entering, seats))
    const key = keyOf.attendance(attendance.person, event.id)
    if (event.waitlist) {
      const [state, known] = await getMany(table, [keyOf.placesState(event.id), key], { consistent: true })
      if (known) return { known: valueOf<Attendance>(known) }
      // While the seats are closed, each RSVP joins the list: the seats need not be read.
      if (state?.['is_open'] === false && admissionOf(event, 0, party) === 'waits') return waiting(entering)
    }
    const { admission, found } = await lookForSeats(table, event, seats, party, causeOf, key)
    if (found) return { known: valueOf<Attendance>(found) }
    return orThrow(await admitted(entering, seats, admission))
  },

  pass(table, event, attendance) {
    const seats = seatsOf(table, event)
    if (!seats) return passing(attendance)
    const party = partySize(attendance)
    if (looksFull(event, seats, party)) return undefined
    return { attendance, items: () => seats.take(party) }
  },

  async change(table, event, change) {
    const { before, after, autoresponse } = change
    const passage = await passageOfChange(table, event, change, causeOf)
    if (!isSettled(event)) return passage
    const isAnswer = after.status !== before.status && after.status !== 'declined'
    return {
      ...passage,
      async settle(written) {
        const own = isAnswer ? { ...written, autoresponse } : undefined
        await settleAfterwards(table, event.id, causeOf, own)
        const item = await getOne(table, keyOf.attendance(written.person, event.id))
        return withPosition(table, item ? valueOf<Attendance>(item) : written)
      },
    }
  },

  outOfTurn: (table, event, change) => outOfTurn(table, event, change, causeOf),
  openSeats: (table, event) => readOpenSeats(table, event),
  withPositions,
})

/** A new attendance of a party that comes to an event. */
interface Entering {
  table: Table
  causeOf: CauseOfPromotion
  event: AttendableEvent
  attendance: Attendance
  asker: Asker
}

/** The passage of a party that takes its seats. */
const taking = (entering: Entering, seats: Seats): Passage => ({
  attendance: entering.attendance,
  items: () => seats.take(partySize(entering.attendance)),
  met: (outcome) => outcome.of('seats').length,
  again: () => lookAgain(entering, seats),
})

async function lookAgain(entering: Entering, seats: Seats): Promise<Passage | Error> {
  const { table, event, attendance, causeOf } = entering
  const { admission } = await lookForSeats(table, event, seats, partySize(attendance), causeOf)
  return admitted(entering, seats, admission)
}

/**
 * Returns the passage that is left to a party, or the refusal. A waiting list that was switched on since the event was
 * read is joined by the visitor's next attempt.
 */
async function admitted(entering: Entering, seats: Seats, admission: Admission): Promise<Passage | Error> {
  if (admission === 'comes') return taking(entering, seats)
  if (admission === 'waits' && !entering.asker.visitor) return waiting(entering)
  return refusalOf(admission, entering.event) ?? eventFull()
}

function orThrow(passage: Passage | Error): Passage {
  if (passage instanceof Error) throw passage
  return passage
}

/**
 * Puts a new attendance on the waiting list, and settles the seats: one may have been freed meanwhile. The seats are
 * closed first, so that later people come after it. In a rush on a full event, the consumer of the stream settles them,
 * because each settlement reads all buckets.
 */
async function waiting({ table, causeOf, event, attendance: fresh, asker }: Entering): Promise<Passage> {
  await closeSeats(table, event.id)
  const attendance = inLine(fresh)
  return {
    attendance,
    items: () => [joinWaitingList(table, attendance), dueSettlement(table, event.id)],
    async settle(written) {
      if (isContended(table, lists.attendancesOf(event.id)) && wasFull(table, event.id))
        return withLastPosition(table, written)
      await settleAfterwards(table, event.id, causeOf, { ...written, autoresponse: asker.autoresponse })
      const item = await getOne(table, keyOf.attendance(fresh.person, event.id))
      if (!item) throw eventFull()
      return withLastPosition(table, valueOf<Attendance>(item))
    },
  }
}

/** A change takes or gives back seats, and leaves a record of what it may have settled. */
async function passageOfChange(
  table: Table,
  event: AttendableEvent,
  { before, after, isExact }: GateChange,
  causeOf: CauseOfPromotion,
): Promise<Passage> {
  const seats = seatsOf(table, event)
  const party = { before: partySize(before), after: partySize(after) }
  const due = isSettled(event) || (seats && !isExact) ? [dueSettlement(table, event.id)] : []
  const writing = (items: TransactItem[]): Passage => ({ attendance: after, items: () => [...items, ...due] })
  if (after.status === 'declined')
    return writing(isComing(before) ? (seats?.giveBack(party.before) ?? []) : [leaveWaitingList(table, before)])
  // A party that waits keeps its rank.
  if (after.status === 'tentative') {
    if (party.after > party.before) requireHeld(event, party.after)
    return writing([resizeOnWaitingList(table, after)])
  }
  if (isComing(before) && party.after < party.before) return writing(seats?.giveBack(party.before - party.after) ?? [])
  // It never waits for the seats of more guests.
  if (isComing(before)) return writing(seats ? await takeMoreSeats(table, event, seats, party, causeOf) : [])
  if (!seats) return passing(after)
  const { admission } = await lookForSeats(table, event, seats, party.after, causeOf)
  const refusal = refusalOf(admission, event)
  if (refusal) throw refusal
  if (admission === 'comes') return { attendance: after, items: () => seats.take(party.after) }
  await closeSeats(table, event.id)
  const attendance = inLine(after)
  return { attendance, items: () => [joinWaitingList(table, attendance), ...due] }
}

/** The attendance as the last in line. */
const inLine = (attendance: Attendance): Attendance => ({
  ...attendance,
  status: 'tentative',
  waiting_since: waitingSince(attendance.person),
})
