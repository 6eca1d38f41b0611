import type { Series } from './plan-series.js'

/** Most dates of a series. The oldest ones leave its page first, and stay events. */
const MOST_DATES = 400

/** The store of series whose dates come from elsewhere, where further ones are added. */
export interface SeriesGrowing {
  /**
   * Adds dates to a series, or begins one, which is in sight when it is finished. Repeating it changes nothing.
   * @param ids of the events, by start; those that it has are left as they are
   */
  extend(series: Omit<Series, 'count' | 'events'>, ids: string[]): Promise<Series>
  finish(id: string): Promise<void>
}

/** Returns a series with further dates behind those that it has; the same series if it has all of them. */
export function withDates(series: Series, ids: string[]): Series {
  const further = ids.filter((id) => !series.events.includes(id))
  if (further.length === 0) return series
  const events = [...series.events, ...further].slice(-MOST_DATES)
  return { ...series, events, count: series.count + further.length }
}

/** Returns the position of a date. The first date of a series that has grown long is not its first event any more. */
export function positionIn({ id, events, count }: Series, event: string) {
  return { id, index: count - events.length + events.indexOf(event) + 1, count }
}
