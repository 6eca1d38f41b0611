import type { Point } from '../great-circle.js'
import type { Location } from '../location.js'
import { cityKey, countryKey, postalKey, regionKey } from './location-key.js'
import type { FindLocation } from './location-table.js'
import { regionCode } from './region.js'

/** The point that the specification has for an address that is not known. */
const DEFAULT: Point = { latitude: 38, longitude: -97 }

/** The home of a person, as far as it was said. */
type Home = Omit<Location, 'venue'>

/** Places that a process keeps in memory. */
const MOST_KEPT = 50_000

/**
 * Finds where people live, in the table of locations: at the center of their postal code, else of their town in its
 * state. Where the table knows neither, the point that was found when the address was written is taken, unless it is
 * only that of a state, a country or the default. Each place is looked up once.
 */
export function locateHomeIn(find: FindLocation): (home: Home) => Point | undefined {
  const known = new Map<string, Point | undefined>()
  return (home) => {
    const { country, region, locality, postal_code, location } = home
    const { latitude, longitude } = location
    const key = JSON.stringify([country, region, locality, postal_code, latitude, longitude])
    if (known.size > MOST_KEPT) known.clear()
    if (!known.has(key)) known.set(key, locate(find, home))
    return known.get(key)
  }
}

function locate(find: FindLocation, home: Home): Point | undefined {
  const { country, locality, postal_code, address_lines } = home
  const region = home.region && regionCode(home.region, country)
  const code = postal_code && postalKey(country, postal_code)
  const found = (code ? find(code) : undefined) ?? (locality ? find(cityKey(country, locality, region)) : undefined)
  if (found) return { latitude: found.latitude, longitude: found.longitude }
  const isSaid = Boolean(locality ?? postal_code ?? address_lines?.length)
  const coarse = [DEFAULT, find(countryKey(country)), region ? find(regionKey(country, region)) : undefined]
  return isSaid && !coarse.some((point) => point && isSame(point, home.location)) ? home.location : undefined
}

const isSame = (one: Point, other: Point) => one.latitude === other.latitude && one.longitude === other.longitude
