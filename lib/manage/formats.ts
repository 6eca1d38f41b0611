import type { Context } from 'hono'
import { shortClock, yearUnlessPlain } from '../texts/period.js'
import { timeZoneOf } from '../fields/time-zone.js'
import type { OsdiEvent } from '../events/event.js'
import type { ManageEnv } from './environment.js'

type Timed = Pick<OsdiEvent, 'start_date' | 'end_date' | 'timezone_identifier' | 'location_timezone'>

/** Returns the zone that all events have whose zone is known; undefined where they differ. */
export function commonZone(events: Timed[]): string | undefined {
  const known = events.flatMap((event) => (event.start_date ? (timeZoneOf(event) ?? []) : []))
  const zones = new Set(known)
  return zones.size === 1 ? [...zones][0] : undefined
}

/**
 * Writes when an event starts and ends, by the wall clock at its venue, and names the zone of this clock.
 * @param named the zone that the page names already
 */
export function describeTime(event: Timed, lang: string, named?: string): string | undefined {
  const { start_date, end_date } = event
  if (!start_date) return undefined
  const start = instantOf(start_date)
  const hasEnd = end_date !== undefined && end_date >= start_date
  const format = wallClock(lang, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...shortClock(lang, start_date, ...(hasEnd ? [end_date] : [])),
    ...yearUnlessPlain(start),
  })
  const time = hasEnd ? format.formatRange(start, instantOf(end_date)) : format.format(start)
  const zone = timeZoneOf(event)
  return zone === undefined || zone === named ? time : `${time} ${zoneName(zone, lang)}`
}

/** Returns the day of a wall clock, with its year unless it goes without saying: “Sat, Dec 5”. */
export const describeDay = (start: string, lang: string): string =>
  wallClock(lang, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...yearUnlessPlain(instantOf(start)),
  }).format(instantOf(start))

/** Returns what people call a time zone: “Central Time”. */
export function zoneName(zone: string, lang: string): string {
  try {
    const parts = new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'longGeneric' })
    return parts.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? zone
  } catch {
    return zone
  }
}

const wallClock = (lang: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(lang, { ...options, timeZone: 'UTC' })

const instantOf = (local: string) => new Date(`${local}Z`)

/** Writes a number as the texts around it do. */
export const formatNumber = (c: Context<ManageEnv>, number: number): string =>
  new Intl.NumberFormat(c.get('lang').slice(0, 2)).format(number)
