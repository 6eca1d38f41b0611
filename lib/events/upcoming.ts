import { compareTexts } from '../fields/compare-texts.js'
import type { OsdiEvent } from './event.js'
import { timeZoneOf } from '../fields/time-zone.js'

/** The fields that say when an event takes place. */
const DATES = [
  'start_date',
  'end_date',
  'start_date_utc',
  'end_date_utc',
  'timezone_identifier',
  'location_timezone',
] as const satisfies (keyof OsdiEvent)[]
export type Dated = Partial<Pick<OsdiEvent, (typeof DATES)[number]>>

/** Returns the fields of an event that say when it takes place. */
export const datesOf = (event: Dated): Dated =>
  Object.fromEntries(DATES.flatMap((name) => (event[name] === undefined ? [] : [[name, event[name]]])))

/**
 * Returns the upcoming events, soonest first, and then events without a date. If all events are over, returns all of
 * them in the given order.
 */
export function upcomingOrAll<Event extends Dated>(events: Event[], now: Date): Event[] {
  const open = events.filter((event) => !isOver(event, now))
  const dated = open.filter(({ start_date }) => start_date !== undefined)
  const undated = open.filter(({ start_date }) => start_date === undefined)
  const upcoming = [...dated.sort(bySoonest), ...undated]
  return upcoming.length > 0 ? upcoming : events
}

/** Whether an event is over, wherever it is. One without a date never is. */
export const isOver = (event: Dated, now: Date) => (overAt(event) ?? '9') < now.toISOString()

/** Whether an event has begun, wherever it is. Of one without a date, that is not known. */
export function hasBegun(event: Dated, now: Date): boolean {
  const start = instantIn(event, 'start_date') ?? instantIn(event, 'end_date')
  return start !== undefined && start + marginOf(event) <= now.getTime()
}

/** Orders events by the instant of their start, not by the wall clock. */
export const bySoonest = (one: Dated, other: Dated) => compareTexts(startOf(one), startOf(other))

const startOf = ({ start_date, start_date_utc }: Dated) => start_date_utc ?? start_date ?? ''

const HOUR_MS = 60 * 60 * 1000

/** An event that does not say when it ends may be one of a day, whose wall clock is midnight. */
const WITHOUT_END_MS = 24 * HOUR_MS

/** Events whose time zone is unknown: their clocks are behind UTC by at most this much. */
const WESTERNMOST_MS = 12 * HOUR_MS

/** The instant from which an event is over, wherever it is; undefined when it has no date. */
export function overAt(event: Dated): string | undefined {
  const start = instantIn(event, 'start_date')
  const end = instantIn(event, 'end_date')
  if (start === undefined && end === undefined) return undefined
  const hasEnd = end !== undefined && (start === undefined || end > start)
  const last = hasEnd ? end : (start as number) + WITHOUT_END_MS
  return writtenAt(last + marginOf(event))
}

const marginOf = (event: Dated) => (timeZoneOf(event) === undefined ? WESTERNMOST_MS : 0)

/** By the digits alone for an event that was written before instants were kept. */
function instantIn(event: Dated, field: 'start_date' | 'end_date'): number | undefined {
  const digits = event[field]
  return digits === undefined ? undefined : Date.parse(event[`${field}_utc`] ?? `${digits}Z`)
}

/** Years have four digits, so that texts stand in the order of instants. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const writtenAt = (time: number) => new Date(Math.min(time, LAST_MS)).toISOString()
