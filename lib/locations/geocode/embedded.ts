import type { Address, Geocode, Geocoded } from '../location.js'
import { cityKey, countryKey, countryOfForm, postalKey, regionKey } from './location-key.js'
import type { FindLocation, KnownLocation } from './location-table.js'
import { unknownLocation } from './geocoder.js'

/**
 * Finds addresses in the table of locations: by postal code in the United States and Canada, else by city, else by the
 * state or province. An address that is not found keeps the caller's values: it has the clock of its country, if there
 * is one, and the point that the specification has for unknown places.
 */
export const embedded =
  (find: FindLocation): Geocode =>
  async (address) => {
    const country = countryOf(address, find)
    const said = (await unknownLocation({ ...address, country })).location
    const known = findPostalCode(find, country, address) ?? findCity(find, country, said)
    if (known) return located(said, known)
    const { region } = said
    const around = region && find(regionKey(country, region))
    if (around) return { ...located(said, around), placeless: true }
    // A country has a clock, but no point: that of its capital would be taken for the place.
    const { timezone } = find(countryKey(country)) ?? {}
    return { location: said, ...(timezone && { timezone }), placeless: true }
  }

/** Merges the caller's values with the location that was found; the caller's stay where the table has none. */
const located = (said: Geocoded['location'], { locality, region, timezone, ...point }: KnownLocation): Geocoded => ({
  location: {
    ...(said.venue && { venue: said.venue }),
    ...(said.address_lines && { address_lines: said.address_lines }),
    ...((locality || said.locality) && { locality: locality || (said.locality as string) }),
    region: region || said.region,
    ...(said.postal_code && { postal_code: said.postal_code }),
    country: said.country,
    language: 'en',
    location: { ...point, accuracy: 'Approximate' },
  },
  ...(timezone && { timezone }),
})

/** Returns the country of the address, or in version 1 the one whose postal code it has. */
function countryOf({ country, postal_code, country_from_postal_code }: Address, find: FindLocation): string {
  const said = country || 'US'
  if (!country_from_postal_code || !postal_code) return said
  const formed = countryOfForm(postal_code)
  const key = postalKey(formed, postal_code)
  return key && find(key) ? formed : said
}

function findPostalCode(find: FindLocation, country: string, { postal_code }: Address) {
  const key = postal_code && postalKey(country, postal_code)
  return key ? find(key) : undefined
}

/** The region decides among cities with the same name. A region without this city is ignored. */
function findCity(find: FindLocation, country: string, { locality, region }: Geocoded['location']) {
  if (!locality) return undefined
  return (region && find(cityKey(country, locality, region))) || find(cityKey(country, locality))
}
