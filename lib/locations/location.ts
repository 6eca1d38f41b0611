import { isDeepStrictEqual } from 'node:util'
import { townLine } from './address-order.js'
import type { Address, Location } from './location-fields.js'

export type { Address, Location, Point } from './location-fields.js'

/** Formats a location on one line in the order of its country, which is not named; empty when nothing is known. */
export function inOneLine(location: Partial<Omit<Location, 'location'>>): string {
  const { venue, address_lines: [street] = [], locality, region, postal_code, country } = location
  return [venue, street, townLine(locality, region, postal_code, country)].filter(Boolean).join(', ')
}

/** A geocoded location, with its time zone if it is known. */
export interface Geocoded {
  location: Location
  /** Name in the IANA database. */
  timezone?: string | undefined
  /** Whether its point is that of a region or a country, because the place itself was not found. */
  placeless?: true | undefined
}

/** Geocodes an address. It never fails: an address that is not found keeps its values. */
export type Geocode = (address: Address) => Promise<Geocoded>

/**
 * Applies a change to a location: the keys that were sent change, the others stay, and the whole is geocoded again.
 * A change that leaves the address as it is does not geocode, so a client can send back what it read.
 */
export async function changedLocation(known: Geocoded, change: Address, geocode: Geocode): Promise<Geocoded> {
  const { venue: oldVenue, ...before } = addressOf(known.location)
  const { venue, ...after } = addressOf({ ...known.location, ...change })
  if (!isDeepStrictEqual(before, after)) return geocode({ ...(venue && { venue }), ...after, ...change })
  if (venue === oldVenue) return known
  const { venue: _old, ...location } = known.location
  return { ...known, location: { ...(venue && { venue }), ...location } }
}

/** Returns the fields that callers may set, without empty ones. */
function addressOf({ venue, address_lines, locality, region, postal_code, country }: Address): Said {
  const all = { venue, address_lines, locality, region, postal_code, country }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value?.length))
}

type Said = Partial<Pick<Location, 'venue' | 'address_lines' | 'locality' | 'region' | 'postal_code' | 'country'>>
