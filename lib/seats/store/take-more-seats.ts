import type { AttendableEvent, OsdiEvent } from '../../events/event.js'
import { growthOf, openSeats, refusalOf } from '../../events/capacity.js'
import type { TransactItem } from '../../table/conflicts.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { advancing, closeBuckets, readSeatState } from './seat-state.js'
import { type Seats, addTaken, bucketsOf, takenInAll } from './seats.js'
import type { CauseOfPromotion } from './promote.js'
import { settle } from './settle.js'
import { firstWaiting } from './waiting-list.js'

/** Number of seats of a party before it changes, and after. */
interface Party {
  before: number
  after: number
}

/**
 * Returns the writes by which a party that comes takes the seats of more guests. Open seats are taken as a new party
 * takes them. Closed ones are given by settlements alone: so the party takes them as a settlement gives them, by a
 * transaction that advances the state, and only where no one waits.
 * @throws OsdiError conflict when there are not enough seats, others wait for them, or the event cannot hold the party
 */
export async function takeMoreSeats(
  table: Table,
  event: AttendableEvent,
  seats: Seats,
  party: Party,
  causeOf: CauseOfPromotion,
): Promise<TransactItem[]> {
  const by = party.after - party.before
  const { open, isClosed } = await seats.look()
  if (open >= by || !isClosed) {
    requireRoom(event, open, party)
    return seats.take(by)
  }
  await settle(table, event.id, causeOf)
  const state = await readSeatState(table, event.id)
  if (!state || state.is_open) {
    requireRoom(event, (await seats.look()).open, party)
    return seats.take(by)
  }
  return takeClosedSeats(table, event.id, state, party)
}

async function takeClosedSeats(
  table: Table,
  id: string,
  state: NonNullable<Awaited<ReturnType<typeof readSeatState>>>,
  party: Party,
): Promise<TransactItem[]> {
  const item = await getOne(table, keyOf.event(id))
  if (!item) return []
  const event = valueOf<OsdiEvent>(item)
  const taken = takenInAll(await closeBuckets(table, bucketsOf(event), state))
  const isAwaited = (await firstWaiting(table, event, 1)).length > 0
  requireRoom(event, openSeats(event, { taken, isAwaited }), party)
  return [advancing(table, id, state), addTaken(table, id, 0, party.after - party.before)]
}

function requireRoom(event: Parameters<typeof growthOf>[0], open: number, party: Party): void {
  const refusal = refusalOf(growthOf(event, open, party), event)
  if (refusal) throw refusal
}
