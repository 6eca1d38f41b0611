import { invalid } from '../runtime/errors.js'
import { type OsdiEvent, changedEvent } from '../events/event.js'
import type { Moment } from '../fields/moment.js'
import { seededId } from '../fields/identifier.js'
import type { Owner } from '../runtime/owner.js'
import { type Repetition, repeatedStarts, type Shifts, shiftTimes } from './repetition.js'

/** The dates of a series: repeated, or shifts of a day. */
export type SeriesDates = { repeat: Repetition } | { shifts: Shifts }

/** A series: events that were made together. */
export interface Series {
  id: string
  owner: Owner
  /** The number of its dates. */
  count: number
  /** The fields that a date was made with belong to its event; the series knows their ids, by start. */
  events: string[]
  created_date: string
}

/** The times of one date. */
interface Times {
  start_date: Moment
  end_date?: Moment
}

/** The id of an event is that of its series and its number, so that a repeated making writes the same events. */
const eventIdIn = (series: string, index: number) => seededId('event of a series', series, String(index))

/**
 * Returns the events of a series, by their start.
 * @param first the event that all dates repeat, with the first date
 * @throws OsdiError invalid, naming every fault of the dates
 */
export async function planSeries(
  id: string,
  { slug: _slug, former_slugs: _formerSlugs, ...first }: OsdiEvent,
  dates: SeriesDates,
): Promise<OsdiEvent[]> {
  const times = timesOf(first, dates)
  const now = new Date(first.created_date)
  return Promise.all(
    times.map(async (moments, i) => ({
      ...(await changedEvent(first, moments, now, noGeocoding)),
      id: eventIdIn(id, i + 1),
      revision: 1,
      created_date: first.created_date,
      modified_date: first.modified_date,
      series: { id, index: i + 1, count: times.length },
    })),
  )
}

export const seriesOf = (id: string, events: OsdiEvent[]): Series => {
  const [{ owner, created_date }] = events as [OsdiEvent]
  return { id, owner, count: events.length, events: events.map((event) => event.id), created_date }
}

function timesOf({ start_date, start_date_utc, end_date }: OsdiEvent, dates: SeriesDates): Times[] {
  if (start_date === undefined || start_date_utc === undefined) throw needsStart()
  if ('shifts' in dates) {
    if (end_date !== undefined) throw endOfShifts()
    return shiftTimes(start_date_utc, dates.shifts).map(({ start, end }) => ({
      start_date: { instant: start },
      end_date: { instant: end },
    }))
  }
  const length = end_date === undefined ? undefined : nominal(end_date) - nominal(start_date)
  return repeatedStarts(start_date, dates.repeat).map((start) => ({
    start_date: { wallClock: start },
    ...(length !== undefined && { end_date: { wallClock: clockAt(nominal(start) + length) } }),
  }))
}

/** The time of a wall clock as if it showed UTC. */
const nominal = (clock: string) => Date.parse(`${clock}Z`)

const clockAt = (time: number) => new Date(time).toISOString().slice(0, 19)

/** Only the times differ, so nothing is geocoded again. */
const noGeocoding = () => Promise.reject(new Error('The dates of a series are at one place'))

const needsStart = () =>
  invalid([
    {
      error_code: 'missing_field',
      description: 'start_date says when the first date is',
      properties: ['start_date'],
    },
  ])

const endOfShifts = () =>
  invalid([
    {
      error_code: 'contradicting_repetition',
      description: 'Shifts have a length of their own: leave end_date out',
      properties: ['end_date', 'shifts'],
    },
  ])

/** Most dates of a series. The oldest ones leave its page first, and stay events. */
const MOST_DATES = 400

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
