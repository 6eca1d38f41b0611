import type { OsdiEvent } from '../events/event.js'
import { type Dated, isOver } from '../events/upcoming.js'
import type { App } from '../table/app.js'
import { seriesStore } from './store/series-store.js'

/** The dates of a series that a change concerns. */
export const REACHES = ['this', 'following', 'all'] as const
export type Reach = (typeof REACHES)[number]

/** Returns the reach that a form or an option names; that of a single event for anything else. */
export const reachIn = (text: string | undefined): Reach => REACHES.find((each) => each === text) ?? 'this'

/** The dates of a series by their ids, by start as the series was made. */
export async function idsWithin(
  { table }: Pick<App, 'table'>,
  { id, series: of }: Pick<OsdiEvent, 'id' | 'series'>,
  reach: Reach,
): Promise<string[]> {
  const series = of && reach !== 'this' ? await seriesStore(table).find(of.id) : undefined
  const index = series?.events.indexOf(id) ?? -1
  if (!series || index < 0) return [id]
  return reach === 'all' ? series.events : series.events.slice(index)
}

/** Whether a date can still be changed: what is over, and what was canceled, stays as it was. */
export const isChangeable = (event: Dated & Pick<OsdiEvent, 'status' | 'origin'>, now: Date) =>
  event.origin === 'interface' && event.status !== 'cancelled' && !isOver(event, now)

/** Dates that are changed at the same time. */
const AT_ONCE = 8

/** Does the same for each date, some at a time, in their order. */
export async function forEachDate<Date>(dates: Date[], work: (date: Date) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < dates.length; i += AT_ONCE) await Promise.all(dates.slice(i, i + AT_ONCE).map(work))
}
