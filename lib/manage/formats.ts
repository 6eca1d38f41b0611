import type { Context } from 'hono'
import type { OsdiEvent } from '../domain/events/event.js'
import type { ManageEnv } from './environment.js'

type Timed = Pick<OsdiEvent, 'start_date' | 'end_date' | 'timezone_identifier'>

/** Writes when an event starts, by the wall clock at its venue. */
export const describeStart = ({ start_date }: Pick<Timed, 'start_date'>, lang: string): string | undefined =>
  start_date && wallClock(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(instantOf(start_date))

/** Writes when an event starts and ends, by the wall clock at its venue, and names the zone of this clock. */
export function describeTime({ start_date, end_date, timezone_identifier }: Timed, lang: string) {
  if (!start_date) return undefined
  const format = wallClock(lang, {
    ...{ weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...(yearOf(start_date) !== new Date().getUTCFullYear() && { year: 'numeric' }),
  })
  const [start, end] = [instantOf(start_date), end_date ? instantOf(end_date) : undefined]
  const time = end && end >= start ? format.formatRange(start, end) : format.format(start)
  return timezone_identifier ? `${time} ${zoneName(timezone_identifier, lang)}` : time
}

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
const yearOf = (local: string) => Number(local.slice(0, 4))

/** Writes a number as the reader's language separates its thousands. */
export const formatNumber = (c: Context<ManageEnv>, number: number): string =>
  new Intl.NumberFormat(c.get('lang')).format(number)
