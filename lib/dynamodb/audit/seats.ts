import { setTimeout as sleep } from 'node:timers/promises'
import { waitingPartitions } from '../lists/waiting.js'
import { type NumberedList, lengthOf, lists } from '../lists/numbered-list.js'
import { queryAll } from '../reads.js'
import { seatsTaken } from '../stores/seats.js'
import { type Item, type Table, keyOf } from '../table.js'

/** Long enough for RSVPs that are under way, and for the index to show who waits. */
const SETTLING_MS = 300

/** The events with limited places among some items of the table. */
export const limitedEvents = (items: Item[]): Item[] =>
  items.filter(({ sk, capacity }) => sk === EVENT.sk && capacity !== undefined)

/**
 * What is wrong with the seats of events: as many are taken as there are attendances, and no more than there are
 * places. Counts of a rush move while they are read, so that what looks wrong is read again after a moment.
 */
export async function* seatFaults(table: Table, events: Item[]): AsyncGenerator<string> {
  for (const event of events) {
    if ((await faultsOf(table, event)).length === 0) continue
    await sleep(SETTLING_MS)
    yield* await faultsOf(table, event)
  }
}

async function faultsOf(table: Table, { pk, capacity }: Item): Promise<string[]> {
  const id = pk.slice(EVENT.pk.length)
  const places = capacity as number
  const list = lists.attendancesOf(id)
  const [taken, counted, waiting] = await Promise.all([
    seatsTaken(table, id, places),
    lengthOf(table, list),
    countWaiting(table, list),
  ])
  const attendances = counted + waiting
  return [
    ...(taken === attendances
      ? []
      : [`event:${id} has ${taken} places taken, by ${attendances} attendances.`]),
    ...(attendances > places ? [`event:${id} has ${places} places and ${attendances} attendances.`] : []),
  ]
}

async function countWaiting(table: Table, list: NumberedList): Promise<number> {
  const found = await Promise.all(
    waitingPartitions(list).map((unnumbered) =>
      queryAll(table, {
        IndexName: 'unnumbered',
        KeyConditionExpression: 'unnumbered = :unnumbered',
        ExpressionAttributeValues: { ':unnumbered': unnumbered },
      }),
    ),
  )
  return found.flat().filter((item) => item['waits_for'] === list.name).length
}

const EVENT = keyOf.event('')
