import type { CalendarEvent } from './calendar.js'
import type { Site } from '../runtime/site.js'
import { browserUrl } from '../events/documents/browser-url.js'
import { type Writing, calendarText } from './icalendar/calendar.js'
import type { Answer } from '../http/answer.js'
import { etagOf } from '../http/preconditions/conditional.js'

/** The time for which a client may reuse its copy, even after revocation, in seconds; no shared cache keeps it. */
const SECONDS = 60

/**
 * Returns a calendar as a file.
 * @param title its name in calendar programs
 * @param modified the last moment at which it may have changed
 */
export function calendarAnswer(
  site: Site,
  title: string,
  events: CalendarEvent[],
  modified: Date,
  writing?: Writing,
): Answer {
  const body = calendarText(
    title,
    events.map((event) => withPage(site, event)),
    writing,
  )
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="events.ics"',
      'cache-control': `private, max-age=${SECONDS}`,
      etag: etagOf(body),
      'last-modified': modified.toUTCString(),
    },
    body,
  }
}

function withPage(site: Site, event: CalendarEvent): CalendarEvent {
  const browser_url = browserUrl(site, event)
  return browser_url ? { ...event, browser_url } : event
}

/** The same for anybody, with the beginnings of descriptions. Caches may keep it. */
export function publicCalendarAnswer(site: Site, title: string, events: CalendarEvent[], modified: Date): Answer {
  const answer = calendarAnswer(site, title, events, modified, { length: 'brief' })
  return { ...answer, headers: { ...answer.headers, 'cache-control': `public, max-age=${PUBLIC_SECONDS}` } }
}

const PUBLIC_SECONDS = 300
