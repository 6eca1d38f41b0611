import { chooseCreator } from '../access/creator.js'
import type { Principal } from '../access/principal.js'
import { type OsdiEvent, newEvent } from '../events/event.js'
import type { EventDependencies, NewEvent } from '../events/record-event.js'
import { type Series, type SeriesDates, planSeries, seriesOf } from './plan-series.js'

/** The store of series, as far as making one needs it. */
export interface SeriesMaking {
  /**
   * Writes a series that is not in sight yet, unless there is one.
   * @returns the series that is kept
   */
  begin(series: Series): Promise<Series>
  /** Writes an event, unless there is one. */
  write(event: OsdiEvent): Promise<void>
  /** Brings all events of a series into sight at once. Repeating it changes nothing. */
  finish(id: string): Promise<void>
}

/** The dependencies of making a series. */
export interface SeriesDependencies extends Pick<EventDependencies, 'findRole' | 'geocode' | 'now'> {
  series: SeriesMaking
}

/**
 * Makes a series in the organiser's own interface.
 * @param id of the series: the same for a repeated request
 * @throws OsdiError invalid, naming every fault; nothing is written then
 */
export async function recordSeries(
  principal: Principal,
  id: string,
  { draft, event_campaign_id, made_in_interface = { hidden: false } }: NewEvent,
  dates: SeriesDates,
  { series, findRole, geocode, now }: SeriesDependencies,
): Promise<Series> {
  const creator = await chooseCreator(principal, undefined, [], findRole)
  const circumstances = { id, principal, event_campaign_id, made_in_interface, now: now(), ...creator }
  return makeSeries(id, await newEvent(draft, circumstances, geocode), dates, series)
}

/**
 * Makes the events of a series. None of them is in sight before all are written, and a making that was interrupted is
 * completed when it is repeated with the same id.
 * @param first the event that all dates repeat, with the first date
 * @throws OsdiError invalid, naming every fault of the dates; nothing is written then
 */
export async function makeSeries(
  id: string,
  first: OsdiEvent,
  dates: SeriesDates,
  store: SeriesMaking,
): Promise<Series> {
  const events = await planSeries(id, first, dates)
  const series = await store.begin(seriesOf(id, events))
  const { created_date } = series
  for (const event of events) await store.write({ ...event, created_date, modified_date: created_date })
  await store.finish(id)
  return series
}
