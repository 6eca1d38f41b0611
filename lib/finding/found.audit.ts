import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { getMany } from '../table/reads.js'
import { type Item, type Table, idInKey, keyIn, keyOf } from '../table/table.js'
import type { SeenWords } from './store/loose-endings.js'

/** Long enough for a change that is being read by half, and for the queue to index one. */
const SETTLING_MS = 3_000

/** Finds people and events that lack an entry by which they should be found, or whose entry is another one. */
export async function* foundFaults(table: Table, items: Item[]): AsyncGenerator<string> {
  const suspects = await withFaults(table, items)
  if (suspects.length === 0) return
  await sleep(SETTLING_MS)
  const again = await getMany(
    table,
    suspects.map(({ item }) => keyIn(item)),
    { consistent: true },
  )
  for (const { item, fault } of await withFaults(
    table,
    again.filter((each) => each !== undefined),
  ))
    yield `${item.pk} ${fault}`
}

const DIFFERS = 'names entries that are missing or differ; delete it and run repair.'
const ERASED = 'finds a person who was erased or merged; run repair.'

async function withFaults(table: Table, items: Item[]): Promise<{ item: Item; fault: string }[]> {
  const entries = items.map((item) => item['entries'] as Item[])
  const found = await getMany(table, entries.flat().map(keyIn), { consistent: true })
  const differs = new Set(entries.flat().filter((entry, i) => !isDeepStrictEqual(found[i], entry)))
  const people = await getMany(
    table,
    items.map(({ pk }) => keyOf.person(idInKey(idInKey(pk)))),
  )
  return items.flatMap((item, i) => {
    if (people[i]?.['erased_date'] !== undefined) return [{ item, fault: ERASED }]
    return (entries[i] as Item[]).some((entry) => differs.has(entry)) ? [{ item, fault: DIFFERS }] : []
  })
}

/** Remembers the words of some items. None is a fault before all were seen. */
export function seeWords(items: Item[], seen: SeenWords): string[] {
  items.forEach((item) => seen.add(item))
  return []
}

/** Finds owners whose index has endings of words that are in no name: those of somebody who is erased, perhaps. */
export async function* looseEndingFaults(table: Table, seen: SeenWords): AsyncGenerator<string> {
  const loose = new Map<string, number>()
  for await (const { owner } of seen.loose(table)) loose.set(owner, (loose.get(owner) ?? 0) + 1)
  for (const [owner, count] of loose)
    yield `name_endings#${owner} has endings of ${count} words in no name; run repair.`
}
