import type { Geocode } from '../domain/location.js'
import { embedded } from './embedded.js'
import { openPlaces } from './places.js'

export interface GeocoderSettings {
  geocoder: 'embedded' | 'amazon-location'
  placesFile: string
  geocoderEndpoint: string | undefined
}

/** The geocoder of the settings. Amazon's is loaded when it is first asked, and only where it is. */
export function geocoderOf({ geocoder, placesFile, geocoderEndpoint: endpoint }: GeocoderSettings): Geocode {
  const local = embedded(openPlaces(placesFile))
  if (geocoder === 'embedded') return local
  let amazon: Promise<Geocode> | undefined
  return async (address) => {
    amazon ??= import('./amazon-location.js').then(({ amazonLocation }) =>
      amazonLocation(local, { endpoint }),
    )
    return (await amazon)(address)
  }
}
