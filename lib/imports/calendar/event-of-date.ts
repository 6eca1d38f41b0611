import { countryIn } from '../../fields/country-names.js'
import type { Body } from '../../fields/body-field.js'
import type { EventDraft } from '../../events/event.js'
import { type Site, native } from '../../runtime/site.js'
import { readNewEvent } from '../../events/documents/event.v2.js'
import type { PlannedDate } from './plan-dates.js'
import type { ParsedEvent } from './parsed-event.js'

/** The system of identifiers that are UIDs. */
export const CALENDAR = 'ical'

/** The texts of titles and places are no longer. */
const LONGEST_LINE = 500

/** Returns the draft of an event for a date. @throws OsdiError invalid, naming every fault */
export function draftOf(site: Site, { event, start, end, zone }: PlannedDate): EventDraft {
  const { draft } = readNewEvent(site, bodyOf(site, event, zone))
  return { ...draft, start_date: start, ...(end && { end_date: end }) }
}

function bodyOf(site: Site, event: ParsedEvent, zone: string | undefined): Body {
  const found = placeIn(event.location)
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
 * Reads a place, which a calendar has as one text: `Office, 204 E 13th St, New York, NY 10003, USA`. Of a text in
 * another form, all is the venue.
 */
function placeIn(text: string): { online: boolean; location?: Body } {
  if (text === '') return { online: false }
  if (isAddress(text)) return { online: true }
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const country = countryIn(parts.at(-1) ?? '')
  const isCountry = parts.length > 1 && /^[A-Z]{2}$/.test(country) && country !== parts.at(-1)
  const isUsa = /^(usa|u\.s\.a\.|united states( of america)?)$/i.test(parts.at(-1) ?? '')
  const within = isCountry || isUsa ? parts.slice(0, -1) : parts
  const [, region, postal_code] = /^([A-Z]{2})\s+(\d{5})(?:-\d{4})?$/.exec(within.at(-1) ?? '') ?? []
  if (region === undefined || within.length < 2)
    return { online: false, location: { venue: lineOf(text), ...(isCountry && { country }) } }
  const [locality, ...before] = within.slice(0, -1).reverse()
  const [street, ...venue] = before
  return {
    online: false,
    location: {
      ...{ locality: lineOf(locality ?? ''), region, postal_code, country: 'US' },
      ...(street && { address_lines: [lineOf(street)] }),
      ...(venue.length > 0 && { venue: lineOf(venue.reverse().join(', ')) }),
    },
  }
}

const lineOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, LONGEST_LINE).toWellFormed()
