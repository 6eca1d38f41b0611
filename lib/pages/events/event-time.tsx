import { timeZoneOf } from '../../domain/events/time-zone.js'
import type { Dated } from '../../domain/events/upcoming.js'
import { nameOfZone, period } from '../../messages/period.js'
import type { Locale } from '../locale.js'

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
