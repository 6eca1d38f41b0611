import type { OsdiEvent } from '../../events/event.js'
import { type ListedEvent, listedFrom } from '../listed-event.js'
import type { Series } from '../../series/plan-series.js'
import { getMany, getOne } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { ttlCachePerTable } from '../../table/ttl-cache.js'

/** A process reads the dates of a series this often at most, in milliseconds: lists are read by anybody. */
const REMEMBERED_MS = 5_000

const remembered = ttlCachePerTable<Promise<ListedEvent[]>>(REMEMBERED_MS)

/** Returns the public dates of a series, the soonest first: at most 400, in batches, whatever else its owner has. */
export function listedDatesOf(table: Table, series: string): Promise<ListedEvent[]> {
  const known = remembered(table)
  const dates = known.get(series) ?? readDates(table, series)
  known.set(series, dates)
  dates.catch(() => {
    known.delete(series)
  })
  return dates
}

async function readDates(table: Table, id: string): Promise<ListedEvent[]> {
  const item = await getOne(table, keyOf.series(id))
  if (!item) return []
  const { events } = valueOf<Series>(item)
  const found = await getMany(table, events.map(keyOf.event))
  return found
    .flatMap((each) => (each ? (listedFrom(valueOf<OsdiEvent>(each)) ?? []) : []))
    .sort((one, other) => (one.start < other.start ? -1 : 1))
}
