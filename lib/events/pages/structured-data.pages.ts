import type { OsdiEvent } from '../event.js'
import { partsThere } from '../accessibility.js'
import { isOnline } from '../event-state.js'
import type { Location } from '../../locations/location.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { DEFAULT_LANGUAGE } from '../../texts/messages.js'

/** The data of an event for search engines: https://schema.org/Event. */
export interface Described {
  event: Pick<OsdiEvent, 'title' | 'location'> & Partial<OsdiEvent>
  /** The address of the page. */
  url: string
  /** As text. */
  description: string
  places_left: number | undefined
}

const SCHEMA = 'https://schema.org'

/** Returns the event as JSON-LD, without what is unknown. */
export function structuredData({ event, url, description, places_left }: Described): object {
  const there = partsThere(event.accessibility)
  const isLimited = event.capacity !== undefined && places_left !== undefined
  return {
    '@context': SCHEMA,
    '@type': 'Event',
    name: event.title,
    url,
    inLanguage: event.language ?? DEFAULT_LANGUAGE,
    eventStatus: `${SCHEMA}/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${SCHEMA}/${MODES[event.attendance_mode ?? 'in_person']}`,
    ...(description && { description }),
    ...(event.featured_image_url && { image: [event.featured_image_url] }),
    ...times(event),
    ...locations(event, url),
    ...(there.length > 0 && { accessibilityFeature: there }),
    ...(event.sponsor && {
      organizer: {
        '@type': 'Organization',
        name: event.sponsor.title,
        ...(event.sponsor.browser_url && { url: event.sponsor.browser_url }),
      },
    }),
    ...(isLimited && {
      maximumAttendeeCapacity: event.capacity,
      remainingAttendeeCapacity: places_left,
      offers: {
        '@type': 'Offer',
        url,
        availability: `${SCHEMA}/${places_left > 0 ? 'InStock' : 'SoldOut'}`,
      },
    }),
  }
}

const MODES = {
  in_person: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
}

/** Instants, or wall clocks where the zone is unknown: a date without an offset is of the place (schema.org/Event). */
function times(event: Described['event']): object {
  const zone = timeZoneOf(event)
  const { start_date, end_date } = event
  const instant = (time: string | undefined) => zone && time && `${time.slice(0, 19)}Z`
  const start = instant(event.start_date_utc) ?? start_date
  const end = instant(event.end_date_utc) ?? end_date
  return { ...(start && { startDate: start }), ...(start && end && end > start && { endDate: end }) }
}

function locations({ location, attendance_mode, accessibility }: Described['event'], url: string): object {
  const virtual = isOnline(attendance_mode) && { '@type': 'VirtualLocation', url }
  const place = attendance_mode !== 'online' && placeIn(location)
  const physical = place && { ...place, ...amenitiesOf(accessibility) }
  const all = [physical, virtual].filter(Boolean)
  return all.length > 0 ? { location: all.length > 1 ? all : all[0] } : {}
}

/** The amenities of a place, as https://schema.org/amenityFeature. */
function amenitiesOf(accessibility: Described['event']['accessibility']): object {
  const amenityFeature = partsThere(accessibility).map((name) => ({
    '@type': 'LocationFeatureSpecification',
    name,
    value: true,
  }))
  return amenityFeature.length > 0 ? { amenityFeature } : {}
}

function placeIn({ venue, address_lines: [street] = [], locality, region, postal_code, country }: Location) {
  const address = {
    ...(street && { streetAddress: street }),
    ...(locality && { addressLocality: locality }),
    ...(region && { addressRegion: region }),
    ...(postal_code && { postalCode: postal_code }),
  }
  const isKnown = venue || Object.keys(address).length > 0
  return (
    isKnown && {
      '@type': 'Place',
      ...(venue && { name: venue }),
      address: { '@type': 'PostalAddress', ...address, addressCountry: country },
    }
  )
}
