import { GeoPlacesClient, GeocodeCommand, type GeocodeResultItem } from '@aws-sdk/client-geo-places'
import type { Address, Geocode, Location, Place } from '../domain/location.js'
import { countryOfForm, postalKey } from './place-key.js'
import { unplaced } from './unplaced.js'
import { log } from '../log.js'
import { timeLeft } from '../request-context.js'

/** How long a write waits for Amazon Location, and never more than half of its time; then the embedded data answers. */
const TIME_LIMIT_MS = 800

/** Kinds of results that are one building, by its number; the others are interpolated, or a street, or larger. */
const BUILDINGS = new Set(['PointAddress', 'SecondaryAddress'])

export interface AmazonLocation {
  /** Another address than the region's own. */
  endpoint?: string | undefined
  timeLimitMs?: number
}

/**
 * Asks Amazon Location. When it finds nothing, fails or takes too long, the other geocoder answers: an event is
 * worth more than its point.
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
      return (found && (await placeOf(found, address))) ?? (await otherwise(address))
    } catch (error) {
      const { name, message } = error as Error
      log({ level: 'warn', message: `Amazon Location: ${name}: ${message}` })
      return otherwise(address)
    }
  }
}

/** What to ask for; nothing, when there is only a country, which needs no question. */
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
    // What is found is kept, which Amazon wants to know, and bills.
    IntendedUse: 'Storage' as const,
  }
}

function countryAsked({ country, postal_code, country_from_postal_code }: Address): string {
  const formed = countryOfForm(postal_code ?? '')
  return country_from_postal_code && postalKey(formed, postal_code ?? '') ? formed : country || 'US'
}

async function placeOf(found: GeocodeResultItem, address: Address): Promise<Place | undefined> {
  const [longitude, latitude] = found.Position ?? []
  if (longitude === undefined || latitude === undefined) return undefined
  const { location: said } = await unplaced(address)
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
