import { GeoPlacesClient, GeocodeCommand, type GeocodeResultItem } from '@aws-sdk/client-geo-places'
import type { Address, Geocode, Location, Geocoded } from '../location.js'
import { countryOfForm, postalKey } from './location-key.js'
import { unknownLocation } from './geocoder.js'
import { log } from '../../runtime/log.js'
import { timeLeft } from '../../runtime/request-context.js'

/** A write waits for Amazon Location this long, and at most half of its time. Then the embedded data answers. */
const TIME_LIMIT_MS = 800

/** Kinds of results that are one building. The others are interpolated, a street, or larger. */
const BUILDINGS = new Set(['PointAddress', 'SecondaryAddress'])

export interface AmazonLocation {
  /** Replaces the endpoint of the region. */
  endpoint?: string | undefined
  timeLimitMs?: number
}

/**
 * Geocodes with Amazon Location. If it finds nothing, fails or takes too long, the other geocoder answers: an event
 * without an exact point is better than no event.
 */
export function amazonLocation(
  otherwise: Geocode,
  { endpoint, timeLimitMs = TIME_LIMIT_MS }: AmazonLocation = {},
): Geocode {
  const client = new GeoPlacesClient({ ...(endpoint && { endpoint }), maxAttempts: 1 })
  return async (address) => {
    const query = queryOf(address)
    if (!query) return otherwise(address)
    try {
      const { ResultItems: [found] = [] } = await client.send(new GeocodeCommand(query), {
        abortSignal: AbortSignal.timeout(Math.min(timeLimitMs, timeLeft() / 2)),
      })
      return (found && (await locationOf(found, address))) ?? (await otherwise(address))
    } catch (error) {
      const { name, message } = error as Error
      log({ level: 'warn', message: `Amazon Location: ${name}: ${message}` })
      return otherwise(address)
    }
  }
}

/** Returns the query, or undefined for a country alone, which the embedded data knows. */
function queryOf(address: Address) {
  const { address_lines, locality, region, postal_code } = address
  const parts = [address_lines?.[0], locality, region, postal_code]
  if (!locality && !postal_code && !address_lines?.[0]) return undefined
  return {
    QueryText: parts.filter(Boolean).join(', ').slice(0, 200),
    Filter: { IncludeCountries: [countryAsked(address)] },
    AdditionalFeatures: ['TimeZone' as const],
    Language: 'en',
    MaxResults: 1,
    // The result is stored, which has its own price.
    IntendedUse: 'Storage' as const,
  }
}

function countryAsked({ country, postal_code, country_from_postal_code }: Address): string {
  const formed = countryOfForm(postal_code ?? '')
  return country_from_postal_code && postalKey(formed, postal_code ?? '') ? formed : country || 'US'
}

async function locationOf(found: GeocodeResultItem, address: Address): Promise<Geocoded | undefined> {
  const [longitude, latitude] = found.Position ?? []
  if (longitude === undefined || latitude === undefined) return undefined
  const { location: said } = await unknownLocation(address)
  const { Locality, Region, Country } = found.Address ?? {}
  const isBuilding = Boolean(address.address_lines?.[0]) && BUILDINGS.has(found.PlaceType ?? '')
  const locality = Locality ?? said.locality
  const location: Location = {
    ...(said.venue && { venue: said.venue }),
    ...(said.address_lines && { address_lines: said.address_lines }),
    ...(locality && { locality }),
    region: lettersOf(Region?.Code) ?? said.region,
    ...(said.postal_code && { postal_code: said.postal_code }),
    country: address.country_from_postal_code ? (Country?.Code2 ?? said.country) : said.country,
    language: 'en',
    location: { latitude, longitude, accuracy: isBuilding ? 'Rooftop' : 'Approximate' },
  }
  return { location, ...(found.TimeZone?.Name && { timezone: found.TimeZone.Name }) }
}

/** The last two letters of a code such as `NY` or `US-NY`, where it ends in letters. */
const lettersOf = (code: string | undefined) => /(?:^|-)([A-Z]{2})$/.exec(code ?? '')?.[1]
