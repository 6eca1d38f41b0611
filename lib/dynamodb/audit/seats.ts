import { setTimeout as sleep } from 'node:timers/promises'
import { isA } from '../items/items.js'
import { membersInJournal } from '../lists/journal.js'
import { type NumberedList, lengthOf, lists, personOfMember } from '../lists/numbered-list.js'
import { pendingIn, pendingPartitions } from '../lists/pending.js'
import { queryAll } from '../reads.js'
import { seatsTaken } from '../stores/seats.js'
import { countsOf } from './totals.js'
import { type Item, type Table, idInKey } from '../table.js'

/** Long enough for RSVPs that are being written, and for the index of pending members. */
const SETTLING_MS = 300

/** The events with a capacity among some items of the table. */
export const limitedEvents = (items: Item[]): Item[] =>
  items.filter((item) => isA('event', item) && item['capacity'] !== undefined)

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

async function faultsOf(table: Table, { pk, capacity }: Item): Promise<string[]> {
  const id = idInKey(pk)
  const seats = capacity as number
  const list = lists.attendancesOf(id)
  const [taken, counted, pending, counts] = await Promise.all([
    seatsTaken(table, id, seats),
    lengthOf(table, list),
    countPending(table, list),
    countsOf(table, id),
  ])
  // Guests take places; people who have cancelled or wait do not.
  const attendances = counted + pending - counts.declined - counts.waitlisted + counts.guests
  return [
    ...(taken === attendances
      ? []
      : [`event:${id} has ${taken} seats taken, by ${attendances} attendances.`]),
    ...(attendances > seats ? [`event:${id} has ${seats} seats and ${attendances} attendances.`] : []),
  ]
}

/** How many members are pending and not counted yet. */
async function countPending(table: Table, list: NumberedList): Promise<number> {
  const journaled = await membersInJournal(table, list)
  const found = await Promise.all(
    pendingPartitions(list).map((partition) => queryAll(table, pendingIn(partition))),
  )
  return found
    .flat()
    .filter((item) => item['waits_for'] === list.name && !journaled.has(personOfMember(item))).length
}
