import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { getMany } from '../table/reads.js'
import { type Item, type Table, keyIn } from '../table/table.js'

/** Long enough for a change that is being read by half. */
const SETTLING_MS = 300

/** Finds people and events that lack an entry by which they should be found, or whose entry is another one. */
export async function* foundFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const suspects = await withFaults(table, items)
  if (suspects.length === 0) return
  await sleep(SETTLING_MS)
  const again = await getMany(table, suspects.map(keyIn), { consistent: true })
  for (const { pk } of await withFaults(
    table,
    again.filter((item) => item !== undefined),
  ))
    yield `${pk} names entries that are missing or differ; delete it and run repair.`
}

async function withFaults(table: Table, items: Item[]): Promise<Item[]> {
  const entries = items.map((item) => item['entries'] as Item[])
  const found = await getMany(table, entries.flat().map(keyIn), { consistent: true })
  const differs = new Set(entries.flat().filter((entry, i) => !isDeepStrictEqual(found[i], entry)))
  return items.filter((_, i) => (entries[i] as Item[]).some((entry) => differs.has(entry)))
}
