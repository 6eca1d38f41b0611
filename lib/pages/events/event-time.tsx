import type { OsdiEvent } from '../../domain/events/event.js'
import { timeZoneOf } from '../../domain/events/time-zone.js'
import type { Dated } from '../../domain/events/upcoming.js'
import { dateOf, formatsOf } from '../../messages/formats/formats.js'
import { period } from '../../messages/formats/period.js'
import { nameOfZone } from '../../messages/formats/zones.js'
import type { Locale } from '../locale.js'

interface Props {
  event: Dated
  locale: Pick<Locale, 'lang' | 'messages'>
}

/** When an event takes place: the clocks and the name of the zone at the venue, and for scripts what they stand for. */
export function Time({ event, locale }: Props) {
  const { start_date, end_date } = event
  if (start_date === undefined) return null
  const { zoneName, instant, attributes } = momentOf(event, locale)
  const name = zoneName()
  return (
    <p class="turnout-time" {...attributes}>
      <time datetime={instant ?? start_date}>{period(locale.lang, start_date, end_date)}</time>
      {name && (
        <>
          {' '}
          <span class="turnout-zone">{name}</span>
        </>
      )}
    </p>
  )
}

/** The same in two lines: the day, and the clocks of that day. */
export function DayAndTime({ event, locale }: Props) {
  const { start_date: start, end_date: end } = event
  if (start === undefined) return null
  const { zoneName, instant, attributes } = momentOf(event, locale)
  const isOneDay = end === undefined || end <= start || end.slice(0, 10) === start.slice(0, 10)
  const clocks = isOneDay ? clocksOf(locale.lang, start, end) : undefined
  return (
    <p class="turnout-time" {...attributes}>
      <strong>
        <time datetime={instant ?? start}>
          {isOneDay ? formatsOf(locale.lang).day(dateOf(start)) : period(locale.lang, start, end)}
        </time>
      </strong>
      <span class="quiet">{[clocks, zoneName()].filter(Boolean).join(', ')}</span>
    </p>
  )
}

/** The same on one short line of a list. The zone is named of events that have no place. */
export function CardTime({ event, locale }: Props & { event: Pick<OsdiEvent, 'attendance_mode'> }) {
  const { start_date: start, end_date: end, attendance_mode } = event
  if (start === undefined) return null
  const { zoneName, instant } = momentOf(event, locale)
  const isOneDay = end !== undefined && end > start && end.slice(0, 10) === start.slice(0, 10)
  const text = isOneDay
    ? formatsOf(locale.lang).shortPeriod(dateOf(start), dateOf(end))
    : shortStart(locale.lang, start)
  const zone = attendance_mode === 'online' && zoneName()
  return (
    <p class="turnout-time">
      <time datetime={instant ?? start}>{text}</time>
      {zone && `, ${zone}`}
    </p>
  )
}

/** The day in a small calendar sheet. The words beside it say it too, so screen readers pass it over. */
export function DateBlock({ start, lang }: { start: string; lang: string }) {
  const formats = formatsOf(lang)
  return (
    <span class="date" aria-hidden="true">
      <span>{formats.month(dateOf(start)).replace('.', '')}</span>
      {formats.dayOfMonth(dateOf(start))}
    </span>
  )
}

/** Returns the start in a few words: `Sat, Dec 5, 6:00 PM`. */
export const shortStart = (lang: string, start: string): string => formatsOf(lang).short(dateOf(start))

function clocksOf(lang: string, start: string, end: string | undefined): string {
  const formats = formatsOf(lang)
  return end !== undefined && end > start
    ? formats.clocks(dateOf(start), dateOf(end))
    : formats.clock(dateOf(start))
}

/**
 * Returns the instant of the start, the name of its zone where both are known, and the attributes by which a script
 * tells the viewer's own time.
 */
function momentOf(event: Dated, { lang, messages }: Props['locale']) {
  const zone = timeZoneOf(event)
  const { start_date: wallClock = '', start_date_utc, end_date_utc } = event
  const instant = zone && start_date_utc ? `${start_date_utc.slice(0, 19)}Z` : undefined
  const attributes = instant && {
    'data-turnout-zone': zone,
    'data-turnout-start': instant,
    'data-turnout-end': end_date_utc,
    'data-turnout-says': messages.your_time,
  }
  const zoneName = () => (zone && instant ? nameOfZone(lang, zone, { instant, wallClock }) : undefined)
  return { zoneName, instant, attributes }
}
