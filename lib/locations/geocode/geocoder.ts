import type { Geocode } from '../location.js'
import { embedded } from './embedded.js'
import { openLocationTable } from './location-table.js'

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
