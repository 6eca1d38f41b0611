import type { Geocode } from '../location.js'
import { regionCode } from './region.js'

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
