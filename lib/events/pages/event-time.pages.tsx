import type { OsdiEvent } from '../event.js'
import type { EventState } from '../event-state.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import type { Dated } from '../upcoming.js'
import { filled } from '../../texts/messages.js'
import { nameOfZone, period, shortClock, yearUnlessPlain } from '../../texts/period.js'
import type { Locale } from '../../pages/locale.js'

interface Props {
  event: Dated
  locale: Pick<Locale, 'lang' | 'messages'>
}

/** When an event takes place: the clocks and the name of the zone at the venue, and for scripts what they stand for. */
export function Time({ event, locale }: Props) {
  const { start_date, end_date } = event
  if (start_date === undefined) return null
  const { zone, instant, attributes } = momentOf(event, locale)
  return (
    <p class="turnout-time" {...attributes}>
      <time datetime={instant ?? start_date}>{period(locale.lang, start_date, end_date)}</time>
      {instant && zone && (
        <>
          {' '}
          <span class="turnout-zone">{nameOfZone(locale.lang, zone, instant)}</span>
        </>
      )}
    </p>
  )
}

/** The same in two lines: the day, and the clocks of that day. */
export function DayAndTime({ event, locale }: Props) {
  const { start_date: start, end_date: end } = event
  if (start === undefined) return null
  const { zone, instant, attributes } = momentOf(event, locale)
  const zoneName = instant && zone && nameOfZone(locale.lang, zone, instant)
  const isOneDay = end === undefined || end <= start || end.slice(0, 10) === start.slice(0, 10)
  const clocks = isOneDay ? clocksOf(locale.lang, start, end) : undefined
  return (
    <p class="turnout-time" {...attributes}>
      <strong>
        <time datetime={instant ?? start}>
          {isOneDay ? dayOf(locale.lang, start) : period(locale.lang, start, end)}
        </time>
      </strong>
      <span class="quiet">{[clocks, zoneName].filter(Boolean).join(', ')}</span>
    </p>
  )
}

/** The same on one short line of a list. The zone is named of events that have no place. */
export function CardTime({ event, locale }: Props & { event: Pick<OsdiEvent, 'attendance_mode'> }) {
  const { start_date: start, end_date: end, attendance_mode } = event
  if (start === undefined) return null
  const { zone, instant } = momentOf(event, locale)
  const isOneDay = end !== undefined && end > start && end.slice(0, 10) === start.slice(0, 10)
  const parts = shortTime(locale.lang, start, ...(isOneDay ? [end] : []))
  const format = new Intl.DateTimeFormat(locale.lang, { ...parts, timeZone: 'UTC' })
  const text = isOneDay ? format.formatRange(dateOf(start), dateOf(end)) : format.format(dateOf(start))
  return (
    <p class="turnout-time">
      <time datetime={instant ?? start}>{text}</time>
      {attendance_mode === 'online' && zone && instant && `, ${nameOfZone(locale.lang, zone, instant)}`}
    </p>
  )
}

/** The day in a small calendar sheet. The words beside it say it too, so screen readers pass it over. */
export const DateBlock = ({ start, lang }: { start: string; lang: string }) => (
  <span class="date" aria-hidden="true">
    <span>{written(lang, start, { month: 'short' }).replace('.', '')}</span>
    {written(lang, start, { day: 'numeric' })}
  </span>
)

/** Says when an event begins to take RSVPs, or ended to take them; undefined for other states. */
export function textOfWindow(
  event: Dated & Pick<OsdiEvent, 'rsvps_open' | 'rsvps_close' | 'rsvps_open_utc' | 'rsvps_close_utc'>,
  state: EventState,
  { lang, messages }: Locale,
): string | undefined {
  if (state !== 'not_open' && state !== 'closed') return undefined
  const [text, at, instant] =
    state === 'closed'
      ? [messages.closed_at, event.rsvps_close, event.rsvps_close_utc]
      : [messages.opens_at, event.rsvps_open, event.rsvps_open_utc]
  if (at === undefined || instant === undefined) return undefined
  const zone = timeZoneOf(event)
  return filled(text, {
    when: [period(lang, at), zone && `(${nameOfZone(lang, zone, instant)})`].filter(Boolean).join(' '),
  })
}

/** Returns the start in a few words: `Sat, Dec 5, 6 PM`. */
export const shortStart = (lang: string, start: string): string => written(lang, start, shortTime(lang, start))

const shortTime = (lang: string, start: string, ...end: string[]): Intl.DateTimeFormatOptions => ({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  ...shortClock(lang, start, ...end),
  ...yearUnlessPlain(dateOf(start)),
})

const dayOf = (lang: string, start: string) =>
  written(lang, start, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

const CLOCK = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const

function clocksOf(lang: string, start: string, end: string | undefined): string {
  const format = new Intl.DateTimeFormat(lang, CLOCK)
  return end !== undefined && end > start
    ? format.formatRange(dateOf(start), dateOf(end))
    : format.format(dateOf(start))
}

/** Wall clocks stand for themselves, so they are written as if they were UTC. */
const dateOf = (wallClock: string) => new Date(`${wallClock.slice(0, 19)}Z`)

const written = (lang: string, wallClock: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(lang, { ...parts, timeZone: 'UTC' }).format(dateOf(wallClock))

/** Returns the zone and the instant of the start, and the attributes by which a script tells the viewer's own time. */
function momentOf(event: Dated, { messages }: Pick<Locale, 'messages'>) {
  const zone = timeZoneOf(event)
  const { start_date_utc, end_date_utc } = event
  const instant = zone && start_date_utc ? `${start_date_utc.slice(0, 19)}Z` : undefined
  const attributes = instant && {
    'data-turnout-zone': zone,
    'data-turnout-start': instant,
    'data-turnout-end': end_date_utc,
    'data-turnout-says': messages.your_time,
  }
  return { zone, instant, attributes }
}
