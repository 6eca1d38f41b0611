import { timeZoneOf } from '../domain/time-zone.js'
import type { Dated } from '../domain/upcoming.js'
import type { Locale } from './locale.js'

/** When an event takes place: the clocks and the name of the zone at the venue, and for scripts what they stand for. */
export function Time({ event, locale }: { event: Dated; locale: Locale }) {
  const { start_date, end_date, start_date_utc, end_date_utc } = event
  if (start_date === undefined) return null
  const zone = timeZoneOf(event)
  const start = zone && start_date_utc && `${start_date_utc.slice(0, 19)}Z`
  return (
    <p
      class="turnout-time"
      {...(start && {
        'data-turnout-zone': zone,
        'data-turnout-start': start,
        'data-turnout-end': end_date_utc,
        'data-turnout-says': locale.messages.your_time,
      })}
    >
      <time datetime={start ?? start_date}>{period(locale.lang, start_date, end_date)}</time>
      {start && zone && (
        <>
          {' '}
          <span class="turnout-zone">{nameOfZone(locale.lang, zone, start)}</span>
        </>
      )}
    </p>
  )
}

const DAY = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const

/** Wall clocks at the venue, as they stand there; the widget writes them alike. */
export function period(lang: string, start: string, end?: string): string {
  const format = (at: string, parts: Intl.DateTimeFormatOptions) =>
    new Date(`${at}Z`).toLocaleString(lang, parts)
  const from = format(start, { ...DAY, ...CLOCK })
  if (!end || end <= start) return from
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${from} – ${format(end, isSameDay ? CLOCK : { ...DAY, ...CLOCK })}`
}

/** The name of a time zone, in summer or in winter. */
function nameOfZone(lang: string, timeZone: string, at: string): string {
  const parts = new Intl.DateTimeFormat(lang, { timeZone, timeZoneName: 'long' }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
