import { isDeepStrictEqual } from 'node:util'
import type { Change, Stored } from './fields/field.js'
import type { locationFields } from './fields/location.js'

/** Where an event is, or where a person lives (version 2, "Location"). */
export type Location = Stored<typeof locationFields>

export interface Point {
  latitude: number
  longitude: number
  accuracy: 'Rooftop' | 'Approximate'
}

/** As people write it on one line, without the country; empty when nothing is known. */
export function inOneLine(location: Partial<Omit<Location, 'location'>>): string {
  const { venue, address_lines: [street] = [], locality, region, postal_code } = location
  const code = [region, postal_code].filter(Boolean).join(' ')
  return [venue, street, locality, code].filter(Boolean).join(', ')
}

/** What a caller may say of a location; null clears. Everything else is written by geocoding. */
export type Address = Change<typeof locationFields> & {
  /** Whether the postal code decides on the country, where it can (version 1, "Event"). */
  country_from_postal_code?: boolean
}

/** A location, and the time zone there, where it is known. */
export interface Place {
  location: Location
  /** Name in the IANA database. */
  timezone?: string | undefined
}

/** Turns an address into a located one. It never fails: what cannot be found keeps what it says. */
export type Geocode = (address: Address) => Promise<Place>

/**
 * A place after a change: keys that were sent change, the others stay, and the whole is geocoded again. A change
 * that says nothing new of the address moves nothing: what was read can be sent back.
 */
export async function changedPlace(known: Place, change: Address, geocode: Geocode): Promise<Place> {
  const { venue: oldVenue, ...before } = addressOf(known.location)
  const { venue, ...after } = addressOf({ ...known.location, ...change })
  if (!isDeepStrictEqual(before, after)) return geocode({ ...(venue && { venue }), ...after, ...change })
  if (venue === oldVenue) return known
  const { venue: _old, ...location } = known.location
  return { ...known, location: { ...(venue && { venue }), ...location } }
}

/** What callers may say of a location; what is empty is not there. */
function addressOf({ venue, address_lines, locality, region, postal_code, country }: Address): Said {
  const all = { venue, address_lines, locality, region, postal_code, country }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value?.length))
}

type Said = Partial<
  Pick<Location, 'venue' | 'address_lines' | 'locality' | 'region' | 'postal_code' | 'country'>
>
