/** Where an event is, or where a person lives (version 2, "Location"). */
export interface Location {
  venue?: string
  /** At most one line: entries after the first are ignored. */
  address_lines?: string[]
  locality?: string
  /** Final two letters of the ISO 3166-2 code; empty when unknown. */
  region: string
  postal_code?: string
  /** ISO 3166-1 alpha-2. */
  country: string
  language: 'en'
  location: Point
}

export interface Point {
  latitude: number
  longitude: number
  accuracy: 'Rooftop' | 'Approximate'
}

/** What a caller may say of a location; null clears. Everything else is written by geocoding. */
export interface Address {
  venue?: string | null
  address_lines?: string[] | null
  locality?: string | null
  region?: string | null
  postal_code?: string | null
  country?: string | null
}

/** Turns an address into a located one. It never fails: what cannot be found keeps what it says. */
export type Geocode = (address: Address) => Promise<Location>

/** An address after a change: keys that were sent change, the others stay. */
export const mergeAddress = (known: Address, change: Address): Address => ({ ...addressOf(known), ...change })

function addressOf({ venue, address_lines, locality, region, postal_code, country }: Address): Address {
  return { venue, address_lines, locality, region, postal_code, country } as Address
}
