import { setTimeout as sleep } from 'node:timers/promises'
import { isA } from '../table/items/items.js'
import { membersInJournal } from '../collections/sequencer/journal.js'
import { type NumberedList, lengthOf, lists, personOfMember } from '../collections/numbered-list.js'
import { pendingIn, pendingPartitions } from '../collections/pending.js'
import { getMany, queryAll } from '../table/reads.js'
import type { OsdiEvent } from '../events/event.js'
import { promotes } from './promotion.js'
import { readSeatState } from './store/seat-state.js'
import { bucketsOf, takenInAll } from './store/seats.js'
import { keepsSeats } from '../events/capacity.js'
import { firstWaiting } from './store/waiting-list.js'
import { countsOf } from '../attendances/totals.audit.js'
import { type Item, type Table, valueOf } from '../table/table.js'

/** Long enough for RSVPs that are being written, and for the index of pending members. */
const SETTLING_MS = 300

/** The events with a capacity among some items of the table. */
export const limitedEvents = (items: Item[]): Item[] =>
  items.filter((item) => isA('event', item) && keepsSeats(valueOf<OsdiEvent>(item)))

/**
 * Finds what is wrong with the seats of events: as many are taken as there are attendances, and no more than the
 * capacity. Counts change while they are read, so that what looks wrong is read again after a moment.
 */
export async function* seatFaults(table: Table, events: Item[]): AsyncGenerator<string> {
  for (const event of events) {
    if ((await faultsOf(table, event)).length === 0) continue
    await sleep(SETTLING_MS)
    yield* await faultsOf(table, event)
  }
}

async function faultsOf(table: Table, item: Item): Promise<string[]> {
  const event = valueOf<OsdiEvent>(item)
  const { id, capacity = Infinity, past_capacity, waitlist } = event
  const list = lists.attendancesOf(id)
  const [state, counted, pending, counts] = await Promise.all([
    readSeatState(table, id),
    lengthOf(table, list),
    countPending(table, list),
    countsOf(table, id),
  ])
  const buckets = await getMany(table, bucketsOf(event), { consistent: true })
  const taken = takenInAll(buckets)
  // Guests take seats; people who have canceled, are on the waiting list or have asked to come do not.
  const { declined, waitlisted, requested, guests } = counts
  const attendances = counted + pending - declined - waitlisted - requested + guests
  const free = buckets.reduce((sum, bucket) => sum + ((bucket?.['open_seats'] as number | undefined) ?? 0), 0)
  const [first] = await firstWaiting(table, event, 1)
  const isLowered = past_capacity !== undefined
  const isClosed = state !== undefined && !state.is_open
  return [
    ...(taken === attendances ? [] : [`event:${id} has ${taken} seats taken, by ${attendances} attendances.`]),
    ...(attendances > capacity && !isLowered
      ? [`event:${id} has ${capacity} seats and ${attendances} attendances.`]
      : []),
    ...(state?.is_open && capacity < Infinity && free !== capacity - taken
      ? [`event:${id} has ${free} free seats, where ${taken} of ${capacity} are taken.`]
      : []),
    ...(isClosed && !waitlist && !first && taken < capacity
      ? [`event:${id} is closed, where ${taken} of ${capacity} seats are taken.`]
      : []),
    ...(first && promotes(event, new Date()) && taken + first.seats <= capacity
      ? [`event:${id} has ${taken} of ${capacity} seats taken, and ${first.person} is on its waiting list.`]
      : []),
  ]
}

/** Returns the number of members that are pending and not counted yet. */
async function countPending(table: Table, list: NumberedList): Promise<number> {
  const journaled = await membersInJournal(table, list)
  const found = await Promise.all(pendingPartitions(list).map((partition) => queryAll(table, pendingIn(partition))))
  return found.flat().filter((item) => item['waits_for'] === list.name && !journaled.has(personOfMember(item))).length
}
