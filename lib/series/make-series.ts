import type { CreatorRoles } from '../access/creator.js'
import type { Principal } from '../runtime/principal.js'
import { type OsdiEvent, newEvent } from '../events/event.js'
import { type NewEvent, type Scheduling, creatorOf } from '../events/record-event.js'
import { type Series, type SeriesDates, planSeries, seriesOf } from './plan-series.js'
import { seriesStore } from './store/series-store.js'

/** The context of making a series. */
type Making = Scheduling & {
  /** Whether there is time for another event. If not, a later call continues. */
  hasTime?: () => boolean
}

/** A series, and the number of its events that are still to be written. */
export type MadeSeries = Series & { left: number }

/**
 * Makes a series in the organizer's own interface.
 * @param id of the series: the same for a repeated request
 * @param allowed the roles whose members may be its creator
 * @throws OsdiError invalid, naming every fault; nothing is written then
 */
export async function recordSeries(
  principal: Principal,
  id: string,
  request: NewEvent,
  dates: SeriesDates,
  { hasTime, ...scheduling }: Making,
  allowed: CreatorRoles = [],
): Promise<MadeSeries> {
  const first = await firstDate(principal, id, request, scheduling, allowed)
  return makeSeries(id, first, dates, scheduling, hasTime)
}

/** Returns the event that all dates of a series repeat. @throws OsdiError invalid */
export async function firstDate(
  principal: Principal,
  id: string,
  { draft, designated, event_campaign_id, made_in_interface = { hidden: false } }: NewEvent,
  { table, geocode, now }: Pick<Scheduling, 'table' | 'geocode' | 'now'>,
  allowed: CreatorRoles = [],
): Promise<OsdiEvent> {
  const creator = await creatorOf({ table }, principal, designated, allowed)
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
  { table, events: stored }: Pick<Scheduling, 'table' | 'events'>,
  hasTime = () => true,
): Promise<MadeSeries> {
  const events = await planSeries(id, first, dates)
  const store = seriesStore(table)
  const series = await store.begin(seriesOf(id, events))
  const { created_date } = series
  const missing = await store.missing(events)
  for (const [i, event] of missing.entries()) {
    if (!hasTime()) return { ...series, left: missing.length - i }
    await stored.create({ ...event, created_date, modified_date: created_date })
  }
  await store.finish(id)
  return { ...series, left: 0 }
}
