import type { Geocode } from '../location.js'
import { embedded } from './embedded.js'
import { openLocationTable } from './location-table.js'
import { regionCode } from './region.js'

export interface GeocoderSettings {
  geocoder: 'embedded' | 'amazon-location'
  locationTable: string
  geocoderEndpoint: string | undefined
}

/** Returns the geocoder of the settings. Amazon's client is loaded by the first request that needs it. */
export function geocoderOf({
  geocoder,
  locationTable: placesFile,
  geocoderEndpoint: endpoint,
}: GeocoderSettings): Geocode {
  const local = embedded(openLocationTable(placesFile))
  if (geocoder === 'embedded') return local
  let amazon: Promise<Geocode> | undefined
  return async (address) => {
    amazon ??= import('./amazon-location.js').then(({ amazonLocation }) => amazonLocation(local, { endpoint }))
    return (await amazon)(address)
  }
}

/**
 * Returns the location of an address that was not found: the caller's values, with the region's code, over the
 * defaults of the specification (version 2, end of "Location").
 */
export const unknownLocation: Geocode = async ({ venue, address_lines, locality, region, postal_code, country }) => ({
  placeless: true,
  location: {
    ...(venue && { venue }),
    ...(address_lines?.length && { address_lines }),
    ...(locality && { locality }),
    region: region ? regionCode(region, country || 'US') : '',
    ...(postal_code && { postal_code }),
    country: country ?? 'US',
    language: 'en',
    location: { latitude: 38, longitude: -97, accuracy: 'Approximate' },
  },
})
