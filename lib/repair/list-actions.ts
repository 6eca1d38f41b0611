import { compareTexts } from '../fields/compare-texts.js'
import { append } from '../collections/append.js'
import { type EventListing, listingsOf } from '../events/actions.audit.js'
import { scan } from '../table/scan.js'
import type { Table } from '../table/table.js'
import { putNew } from '../table/transaction.js'

/**
 * Adds events that are older than the lists of actions to the lists that their origin demands, oldest first. Reads the
 * whole table. Repeating it changes nothing.
 * @returns the number of additions
 */
export async function listActions(table: Table): Promise<number> {
  const missing: EventListing[] = []
  for await (const items of scan(table)) {
    missing.push(...(await listingsOf(table, items)).filter(({ expected, found }) => expected && !found))
  }
  missing.sort((one, other) => compareTexts(one.event.created_date, other.event.created_date))
  for (const { event, list, key } of missing)
    await append(table, [list], ([position]) => [putNew(table, key, { event: event.id, ...position })])
  return missing.length
}
