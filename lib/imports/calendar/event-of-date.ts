import type { Body } from '../../fields/field.js'
import type { EventDraft } from '../../events/event.js'
import type { ReadLine } from '../../locations/geocode/read-line.js'
import { type Site, native } from '../../runtime/site.js'
import { readNewEvent } from '../../events/documents/event.v2.js'
import type { PlannedDate } from './plan-dates.js'
import type { ParsedEvent } from './parsed-event.js'

/** The system of identifiers that are UIDs. */
export const CALENDAR = 'ical'

/** The texts of titles and places are no longer. */
const LONGEST_LINE = 500

/** The way in which the places of a calendar are read. */
export interface Reading {
  site: Site
  readLine: ReadLine
  /** The group's country, for places whose text names none. */
  country?: string | undefined
}

/** Returns the draft of an event for a date. @throws OsdiError invalid, naming every fault */
export function draftOf(reading: Reading, { event, start, end, zone }: PlannedDate): EventDraft {
  const { draft } = readNewEvent(reading.site, bodyOf(reading, event, zone))
  return { ...draft, start_date: start, ...(end && { end_date: end }) }
}

function bodyOf({ site, ...reading }: Reading, event: ParsedEvent, zone: string | undefined): Body {
  const found = placeIn(event.location, reading)
  return {
    title: event.title.slice(0, LONGEST_LINE).toWellFormed() || 'Untitled',
    origin_system: 'iCalendar',
    ...(event.description + event.url !== '' && { description: descriptionOf(event) }),
    ...(zone && { timezone_identifier: zone }),
    ...(found.online && { [native(site, 'attendance_mode')]: 'online' }),
    ...(found.location && { location: found.location }),
  }
}

/** Some programs write HTML into a description, and others text. The address of a page has no other place here. */
function descriptionOf({ description, url, location }: ParsedEvent): string {
  const isHtml = /<(p|br|a|div|span|ul|ol|b|i|strong|em|h\d)\b[^>]*>/i.test(description)
  const text = isHtml ? description : paragraphs(description)
  const pages = [url, isAddress(location) ? location : ''].filter(
    (page) => isAddress(page) && !description.includes(page),
  )
  return [text, ...pages.map((page) => `<p><a href="${escaped(page)}">${escaped(page)}</a></p>`)]
    .filter(Boolean)
    .join('\n')
}

const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escaped(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => ENTITIES[each] as string)

const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)

/**
 * Reads a place, which a calendar has as one text: `Office, 204 E 13th St, New York, NY 10003, USA`. Where the text has
 * no region, code or country, all of it is the venue: `Community room, Library` is in no town.
 */
function placeIn(
  text: string,
  { readLine, country: home = 'US' }: Omit<Reading, 'site'>,
): { online: boolean; location?: Body } {
  if (text === '') return { online: false }
  if (isAddress(text)) return { online: true }
  const { address_lines: street, country = home, ...parts } = readLine(lineOf(text.replace(/\n+/g, ', ')), home)
  const isSaid = parts.region ?? parts.postal_code ?? (country === home ? undefined : country)
  if (isSaid === undefined || parts.locality === undefined)
    return { online: false, location: { venue: lineOf(text), country } }
  return { online: false, location: { ...parts, country, ...(street && { address_lines: [street] }) } }
}

const lineOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, LONGEST_LINE).toWellFormed()
