import { eventFields } from '../../events/event-fields.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { ownNames, serialize } from '../../fields/vocabulary.js'
import { type EventSearch, type FoundEvent, type FoundEvents } from '../event-search.js'
import { distanceIn } from '../../locations/reach.js'
import { type Site, native } from '../../runtime/site.js'
import { publicAddress } from '../../events/documents/browser-url.js'
import { embedLink } from '../../events/documents/embed.js'
import { withCuries } from '../../hal/links.js'
import type { Resource } from '../../hal/document.js'

const { identifiers, title, browser_url, start_date, end_date, timezone_identifier } = eventFields
const { kind, accessibility } = eventFields
const { start_date_utc, end_date_utc, language, attendance_mode, location, status } = eventFields

/** The fields of an event that finders show, under the names of version 2. */
const foundVocabulary = ownNames({
  identifiers,
  title,
  browser_url,
  start_date,
  end_date,
  timezone_identifier,
  start_date_utc,
  end_date_utc,
  language,
  attendance_mode,
  location,
  status,
  kind,
  accessibility,
})

/** Serializes a found event. */
function foundEvent(
  site: Site,
  { event, standing: { state, places_left }, km }: FoundEvent,
  { unit }: Pick<EventSearch, 'unit'>,
): Resource {
  const zone = timeZoneOf(event)
  return {
    ...serialize(foundVocabulary, { ...event, identifiers: [] } as { id: string }, site, {
      browser_url: publicAddress(site, event),
      timezone_identifier: zone,
      ...(zone === undefined && { start_date_utc: undefined, end_date_utc: undefined }),
    }),
    ...(km !== undefined && { [native(site, 'distance')]: distanceIn(km, unit) }),
    [native(site, 'state')]: state,
    ...(places_left !== undefined && { [native(site, 'places_left')]: places_left }),
    _links: { self: embedLink(site, 'events', event.id) },
  }
}

/** Serializes what was found. @param next address of the next page */
export function foundEvents(
  site: Site,
  search: EventSearch,
  { events, nearest }: FoundEvents,
  { self, next }: { self: string; next?: string | undefined },
): Resource {
  const { near, within, unit } = search
  return withCuries(site, {
    ...(near && { near, within, unit }),
    ...(nearest && { [native(site, 'nearest')]: foundEvent(site, nearest, search) }),
    _embedded: { 'osdi:events': events.map((event) => foundEvent(site, event, search)) },
    _links: { self: { href: self }, ...(next && { next: { href: next } }) },
  })
}
