import { append } from '../lists/append.js'
import { type PlaceOfEvent, placesOf } from '../audit/actions.js'
import { scan } from '../scan.js'
import type { Table } from '../table.js'
import { putNew } from '../transaction.js'

/**
 * Puts events into the lists that they should be in by their origin, oldest first: those that are older than
 * these lists. Reads the whole table; a second time, it changes nothing.
 * @returns how many places were given
 */
export async function placeEvents(table: Table): Promise<number> {
  const missing: PlaceOfEvent[] = []
  for await (const items of scan(table)) {
    missing.push(...(await placesOf(table, items)).filter(({ expected, found }) => expected && !found))
  }
  missing.sort((one, other) => one.event.created_date.localeCompare(other.event.created_date))
  for (const { event, list, key } of missing)
    await append(table, [list], ([place]) => [putNew(table, key, { event: event.id, ...place })])
  return missing.length
}
