import { type CreatorRoles, chooseCreator } from '../access/creator.js'
import type { Principal } from '../runtime/principal.js'
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
  /** Returns those of some events that are not written yet. */
  missing(events: OsdiEvent[]): Promise<OsdiEvent[]>
  /** Writes an event, unless there is one. */
  write(event: OsdiEvent): Promise<void>
  /** Brings all events of a series into sight at once. Repeating it changes nothing. */
  finish(id: string): Promise<void>
}

/** The dependencies of making a series. */
export interface SeriesDependencies extends Pick<EventDependencies, 'findRole' | 'geocode' | 'now'> {
  series: SeriesMaking
  /** Whether there is time for another event; a making that has none left is gone on with. */
  hasTime?: () => boolean
}

/** A series, and the number of its events that are still to be written. */
export type MadeSeries = Series & { left: number }

/**
 * Makes a series in the organiser's own interface.
 * @param id of the series: the same for a repeated request
 * @param allowed the roles whose members may be its creator
 * @throws OsdiError invalid, naming every fault; nothing is written then
 */
export async function recordSeries(
  principal: Principal,
  id: string,
  request: NewEvent,
  dates: SeriesDates,
  { series, hasTime, ...dependencies }: SeriesDependencies,
  allowed: CreatorRoles = [],
): Promise<MadeSeries> {
  const first = await firstDate(principal, id, request, dependencies, allowed)
  return makeSeries(id, first, dates, series, hasTime)
}

/** Returns the event that all dates of a series repeat. @throws OsdiError invalid */
export async function firstDate(
  principal: Principal,
  id: string,
  { draft, designated, event_campaign_id, made_in_interface = { hidden: false } }: NewEvent,
  { findRole, geocode, now }: Omit<SeriesDependencies, 'series'>,
  allowed: CreatorRoles = [],
): Promise<OsdiEvent> {
  const creator = await chooseCreator(principal, designated, allowed, findRole)
  const circumstances = { id, principal, event_campaign_id, made_in_interface, now: now(), ...creator }
  return newEvent(draft, circumstances, geocode)
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
  hasTime = () => true,
): Promise<MadeSeries> {
  const events = await planSeries(id, first, dates)
  const series = await store.begin(seriesOf(id, events))
  const { created_date } = series
  const missing = await store.missing(events)
  for (const [i, event] of missing.entries()) {
    if (!hasTime()) return { ...series, left: missing.length - i }
    await store.write({ ...event, created_date, modified_date: created_date })
  }
  await store.finish(id)
  return { ...series, left: 0 }
}
