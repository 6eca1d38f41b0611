import { inOneLine } from '../locations/location.js'
import type { OsdiEvent } from '../events/event.js'
import type { Site } from '../runtime/site.js'
import { timeZoneOf } from '../fields/time-zone.js'
import { browserUrl } from '../events/documents/browser-url.js'
import type { Link } from '../hal/document.js'

type Addable = Pick<OsdiEvent, 'id' | 'title' | 'location' | 'origin' | 'hidden'> & Partial<OsdiEvent>

/** Returns the address of an event as a calendar file for anybody. */
const eventCalendar = ({ publicUrl }: Site, id: string): Link => ({
  href: `${publicUrl}/events/${id}/calendar.ics`,
})

/** Addresses by which people add an event to their calendar. */
export interface AddToCalendar {
  google: string
  outlook: string
  icalendar: string
}

/** Returns these addresses, or undefined for an event without a date. */
export function addToCalendar(site: Site, event: Addable): AddToCalendar | undefined {
  const times = timesOf(event)
  if (!times) return undefined
  const { start, end } = times
  const where = inOneLine(event.location)
  const page = browserUrl(site, event) ?? ''
  const compact = (time: string) => time.replace(/[-:]/g, '')
  return {
    google: addressOf('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: event.title,
      dates: `${compact(start)}/${compact(end)}`,
      location: where,
      details: page,
    }),
    outlook: addressOf('https://outlook.live.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: start,
      enddt: end,
      location: where,
      body: page,
    }),
    icalendar: eventCalendar(site, event.id).href,
  }
}

/** The length of an event without an end: both services require one. */
const WITHOUT_END_MS = 2 * 60 * 60 * 1000

/** Instants, or wall clocks without a zone where it is unknown, which both services take as the viewer's own. */
function timesOf(event: Addable): { start: string; end: string } | undefined {
  const { start_date, end_date, start_date_utc, end_date_utc } = event
  if (start_date === undefined) return undefined
  const isKnown = timeZoneOf(event) !== undefined && start_date_utc !== undefined
  const start = isKnown ? start_date_utc : `${start_date}Z`
  const end = isKnown ? end_date_utc : end_date && `${end_date}Z`
  const last = end && end > start ? end : new Date(Date.parse(start) + WITHOUT_END_MS).toISOString()
  const written = (time: string) => time.slice(0, 19) + (isKnown ? 'Z' : '')
  return { start: written(start), end: written(last) }
}

const addressOf = (base: string, parameters: Record<string, string>) =>
  `${base}?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value)).toString()}`
