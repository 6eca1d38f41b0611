import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
  escape,
} from 'ical-generator'
import type { CalendarEvent } from '../calendar.js'
import { type Location, inOneLine } from '../../locations/location.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { plainText } from '../../markup/plain-text.js'
import { accessText, kindText } from '../../events/accessibility-texts.js'

/*
 * Events as iCalendar (RFC 5545). The same events give the same text at any time and in any process: DTSTAMP is
 * the time of the last change, as it is where there is no METHOD (3.8.7.2), so that a hash of it is an ETag.
 */

/** Characters that are shown. Longer texts are cut, so that a full calendar fits the answer of a Lambda. */
const MOST = { title: 250, description: 1_500, brief: 300, location: 300, url: 1_000 }

/** Characters of HTML that are read for each one of text: more of it are tags, or are cut. */
const HTML_FOR_TEXT = 4

/** Whom an entry is for, and how it is written. */
export interface Writing {
  /** The length of descriptions: brief where anybody may ask for many events, as each takes time. */
  length?: 'description' | 'brief'
  /** The one who organizes the entry; without it, a contact that is public. */
  organizer?: Organizer | undefined
}

/** The interval at which programs should look again, in seconds. */
const REFRESH_SECONDS = 3_600

/**
 * A calendar.
 * @param title what programs call it
 * @param events each with a start, in the order in which they are written
 */
export function calendarText(title: string, events: CalendarEvent[], writing?: Writing): string {
  const calendar = ical({
    prodId: { company: 'Turnout', product: 'Turnout' },
    // The library writes it as it comes: a line break in it would begin a property.
    name: escape(line(title, MOST.title), false),
    ttl: REFRESH_SECONDS,
    events: events.map((event) => entry(event, writing)),
  })
  return `${calendar.toString()}\r\n`
}

/** Someone that an email is from or to. */
interface Party {
  name: string
  address: string
}

/** The one who organizes the entry of an event. */
export interface Organizer extends Party {
  /** The address that writes for the organizer, if it is another one (RFC 5545, 3.2.18). */
  sender?: string
}

/**
 * An invitation for one person to one or several events, or its cancellation (RFC 5546, 3.2.2 and 3.2.5). Programs know
 * an event by the UID of the calendar feeds, and take one with a higher SEQUENCE for an update.
 */
export function invitationText(
  invited: CalendarEvent[],
  {
    method,
    organizer,
    attendee,
  }: {
    method: 'REQUEST' | 'CANCEL'
    organizer: Organizer | undefined
    attendee: Party
  },
): string {
  const calendar = ical({
    prodId: { company: 'Turnout', product: 'Turnout' },
    method: ICalCalendarMethod[method],
    events: invited.map((event) => ({
      ...entry(event, { organizer }),
      attendees: [
        {
          name: line(attendee.name, MOST.title) || attendee.address,
          email: attendee.address,
          status: ICalAttendeeStatus.ACCEPTED,
          rsvp: false,
        },
      ],
    })),
  })
  return `${calendar.toString()}\r\n`
}

function entry(event: CalendarEvent, { length = 'description', organizer }: Writing = {}): ICalEventData {
  const { browser_url, contact, location } = event
  const kind = kindText(event.kind, event.language)
  return {
    // Without our address in it, so that it is the same after a move to another domain (RFC 7986, 5.3).
    id: event.id,
    sequence: event.revision - 1,
    stamp: event.modified_date,
    created: event.created_date,
    lastModified: event.modified_date,
    ...times(event),
    summary: line(event.title, MOST.title),
    description: descriptionOf(event, MOST[length]) || null,
    ...(kind && { categories: [{ name: kind }] }),
    location: locationOf(location),
    url: addressOf(browser_url),
    status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
    organizer: organizer ? organizerAs(organizer) : organizerOf(contact),
  }
}

/** Returns what is said of an event. What its place has is whole, however long the description is. */
function descriptionOf({ description = '', accessibility, language }: CalendarEvent, most: number) {
  const access = accessText(accessibility, language)
  return [textOf(description, most), access && printable(access)].filter(Boolean).join('\n\n')
}

/** Returns the beginning of a description as text. A tag is whole or left out. */
function textOf(html: string, most: number): string {
  const read = html.slice(0, most * HTML_FOR_TEXT)
  if (read === html) return cut(printable(plainText(html)), most)
  const tag = read.lastIndexOf('<')
  const whole = tag > read.lastIndexOf('>') ? read.slice(0, tag) : read
  return cut(`${printable(plainText(whole.toWellFormed()))}…`, most)
}

const organizerAs = ({ name, address, sender }: Organizer) => ({
  name: line(name, MOST.title),
  email: address,
  ...(sender && { sentBy: sender }),
})

/** A file that anybody may have names a contact only where it is public. */
const organizerOf = (contact: CalendarEvent['contact']): NonNullable<ICalEventData['organizer']> | null =>
  contact?.public && contact.email_address
    ? { name: line(contact.name ?? contact.email_address, MOST.title), email: contact.email_address }
    : null

/**
 * Returns instants in UTC. Events whose time zone is unknown have floating times, which programs show unchanged in any
 * time zone (3.3.5, form 1).
 */
function times(event: CalendarEvent): Pick<ICalEventData, 'start' | 'end' | 'floating'> {
  const floating = timeZoneOf(event) === undefined || event.start_date_utc === undefined
  const start = new Date((!floating && event.start_date_utc) || `${event.start_date}Z`)
  const said = event.end_date && new Date((!floating && event.end_date_utc) || `${event.end_date}Z`)
  // An end must follow its start (3.8.2.2), which writes do not check.
  return { start, floating, ...(said && said > start && { end: said }) }
}

/** Returns the address, and the coordinates of a building only: approximate ones would look exact. */
function locationOf({ location: point, ...location }: Location): NonNullable<ICalEventData['location']> | null {
  const { venue, address_lines: [street] = [], locality, postal_code, country } = location
  const isKnown = venue ?? street ?? locality ?? postal_code
  if (!isKnown) return null
  const title = line([inOneLine(location), country].filter(Boolean).join(', '), MOST.location)
  const geo = point.accuracy === 'Rooftop' && { lat: point.latitude, lon: point.longitude }
  return { title, ...(geo && { geo }) }
}

/** The library escapes addresses as if they were texts, which they are not: nothing is left to escape. */
function addressOf(url: string | undefined): string | null {
  if (!url || !URL.canParse(url)) return null
  const href = new URL(url).href.replace(/[,;\\]/g, encodeURIComponent)
  return href.length > MOST.url ? null : href
}

/** Text on one line. */
const line = (text: string, most: number) => cut(printable(text).replace(/\s+/g, ' ').trim(), most)

/** Control characters may not stand in iCalendar (3.1), but for tabs and the ends of lines. */
const printable = (text: string) => text.replace(/(?![\t\n])\p{Cc}/gu, ' ')

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
