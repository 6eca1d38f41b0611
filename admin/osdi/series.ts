import { seriesStore } from '../../lib/series/store/series-store.js'
import { findHolders } from '../../lib/resources/identifiers.js'
import { seededId } from '../../lib/fields/identifier.js'
import { positionIn } from '../../lib/series/plan-series.js'
import type { Importing } from './importing.js'
import { idOf } from './source/collection.js'
import type { Document } from './source/source.js'

/**
 * Makes the dates of each event of the service one series here. They are events already, so that an import that was
 * interrupted lacks nothing but this, which the next run does.
 */
export async function joinSeries(importing: Importing, series: { id: string; dates: string[] }[]): Promise<void> {
  for (const each of series) await join(importing, each)
}

/** Notes of which series an event of a Turnout is. The progress is saved with the next page of events. */
export function noteSeries({ isTurnout, prefix, file }: Importing, document: Document): void {
  const of = document[`${prefix}:series`] as { id?: unknown; index?: unknown } | undefined
  if (!isTurnout || typeof of?.id !== 'string' || typeof of.index !== 'number') return
  const series = (file.progress.series ??= {})
  series[of.id] = { ...series[of.id], [of.index]: idOf(document) }
}

/** Returns the series of a Turnout that events were noted of, each with its dates in their order. */
export const notedSeries = ({ file }: Importing): { id: string; dates: string[] }[] =>
  Object.entries(file.progress.series ?? {}).map(([id, dates]) => ({
    id,
    dates: Object.entries(dates)
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([, date]) => date),
  }))

async function join(
  { stores, owner, system, imported }: Importing,
  { id, dates }: { id: string; dates: string[] },
): Promise<void> {
  const identifiers = dates.map((date) => `${system}:${date}`)
  const found = await findHolders(stores.table, 'event', identifiers)
  const known = await stores.events.findMany(
    owner,
    found.filter((event) => event !== undefined),
  )
  const ids = found.filter((event) => event !== undefined && known.has(event)) as string[]
  if (ids.length < 2) return
  const seriesId = seededId('series of another service', owner, system, id)
  const created_date = new Date().toISOString()
  const series = seriesStore(stores.table)
  const joined = await series.extend({ id: seriesId, owner, created_date }, ids)
  await series.finish(seriesId)
  for (const event of ids) {
    const position = positionIn(joined, event)
    const before = known.get(event)?.series
    if (before?.id === seriesId && before.count === position.count) continue
    await imported.changeEvent(owner, event, (each) => Promise.resolve({ ...each, series: position }))
  }
}
