import type { OsdiEvent } from '../../events/event.js'
import { getTogether } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

/** Series that are in sight. They stay so, and a process reads each of them once. */
const made = ttlCachePerTable<true>()

/** The part of an event that says which series it belongs to. */
export type InSeries = Pick<OsdiEvent, 'series'>

/**
 * Returns the events without those of a series that is still being made: a making that crashed leaves no part of a
 * series in sight. Events without a series cost no read.
 */
export async function inSight<Event extends InSeries>(table: Table, events: Event[]): Promise<Event[]> {
  const known = made(table)
  const unknown = [...new Set(events.flatMap(({ series }) => (series ? [series.id] : [])))].filter(
    (id) => !known.get(id),
  )
  if (unknown.length === 0) return events
  const found = await getTogether(table, unknown.map(keyOf.series))
  unknown.forEach((id, i) => {
    if (found[i] && found[i]['making'] === undefined) known.set(id, true)
  })
  const isHidden = new Set(unknown.filter((_, i) => !found[i] || found[i]['making'] !== undefined))
  return events.filter(({ series }) => !series || !isHidden.has(series.id))
}
