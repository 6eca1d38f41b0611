import type { OsdiEvent } from './event.js'
import { isOnline } from './event-state.js'
import { inOneLine } from '../locations/location.js'
import type { Messages } from '../texts/messages.js'

/**
 * Returns the location of an event, on one line; empty where it is unknown. The country is named unless it is the US.
 */
export function placeOf(
  { location, attendance_mode }: Pick<OsdiEvent, 'location' | 'attendance_mode'>,
  { lang, messages }: { lang: string; messages: Messages },
): string {
  if (attendance_mode === 'online') return messages.online
  const country = location.country !== 'US' && regionName(lang, location.country)
  const address = [inOneLine(location), country].filter(Boolean).join(', ')
  if (!isOnline(attendance_mode)) return address
  return address ? `${address}, ${messages.also_online}` : messages.online
}

export const regionName = (lang: string, country: string): string | undefined =>
  new Intl.DisplayNames(lang, { type: 'region' }).of(country)

type Located = Pick<OsdiEvent, 'location' | 'attendance_mode' | 'address_shown'>

/** Returns whether people can be led to the place of an event: it has a street, a venue or a building of its own. */
const hasPlace = ({ location, attendance_mode, address_shown }: Located): boolean =>
  attendance_mode !== 'online' &&
  address_shown !== 'guests' &&
  Boolean(location.venue ?? location.address_lines?.[0] ?? location.postal_code)

/** Returns the address of directions to an event, which the map of a phone opens too; nothing is loaded from there. */
export function directionsTo(event: Located): string | undefined {
  if (!hasPlace(event)) return undefined
  const { location } = event
  const country = location.country === 'US' ? '' : `, ${location.country}`
  const { latitude, longitude, accuracy } = location.location
  const destination = accuracy === 'Rooftop' ? `${latitude},${longitude}` : inOneLine(location) + country
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination }).toString()}`
}
