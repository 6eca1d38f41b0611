import { isDeepStrictEqual } from 'node:util'
import type { Address, Location } from './location-fields.js'

/*
 * The order of an address's last line by country, from libaddressinput, Google's table of formats. A test compares
 * this with the package that carries it.
 */

/** Countries whose postal code stands before the town: `0155 Oslo`. */
const CODE_FIRST = new Set(
  [
    'AD AL AM AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EC EE EH ES ET FI FO FR GE GF GL GN GP GR GT GW',
    'HR HT IS IT KG KW KZ LA LI LR LT LU MA MC MD ME MF MG MK MQ MU MX MY MZ NC NE NI NL NO OM PF PL PM PT PY RE RO',
    'RS SE SI SJ SK SM SN SV TJ TM TN TR TZ UY UZ VA WF XK YT ZM',
  ]
    .join(' ')
    .split(' '),
)

/** Those of them that name the region behind the town: `00186 Roma RM`. */
const WITH_REGION = new Set('AM AR BY CL CV EE ES IT KZ LT MX MY MZ NI PF RO SV TR UY UZ'.split(' '))

/** Whether a country writes the postal code before the town. */
export const isCodeFirst = (country: string | undefined): boolean => CODE_FIRST.has(country ?? '')

/** Writes a town with its region and its code, as its country does. */
export function townLine(
  town: string | undefined,
  region: string | undefined,
  code: string | undefined,
  country: string | undefined,
): string {
  const spaced = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ')
  if (!isCodeFirst(country)) return [town, spaced(region, code)].filter(Boolean).join(', ')
  return spaced(code, town, !town || WITH_REGION.has(country ?? '') ? region : '')
}

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

/** Something at a location, and who sees its address. */
interface Located {
  location: Location
  /** `guests` where the address is for them alone. */
  address_shown?: string | undefined
}

/**
 * Returns the location that anybody may read: that of the event, or only its town where the address is for guests, for
 * example because it is a home. Two decimals of coordinates are a kilometer.
 */
export function publicLocation({ location, address_shown }: Located): Location {
  if (address_shown !== 'guests') return location
  const { locality, region, country, language, location: point } = location
  const [latitude, longitude] = [rounded(point.latitude), rounded(point.longitude)]
  return {
    ...(locality && { locality }),
    region,
    country,
    language,
    location: { latitude, longitude, accuracy: 'Approximate' },
  }
}

/** Returns an event as anybody may read it. */
export const publiclyLocated = <Event extends Located>(event: Event): Event =>
  event.address_shown === 'guests' ? { ...event, location: publicLocation(event) } : event

const rounded = (degrees: number) => Math.round(degrees * 100) / 100
