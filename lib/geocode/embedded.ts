import type { Address, Geocode, Place } from '../domain/location.js'
import { cityKey, countryKey, countryOfForm, postalKey } from './place-key.js'
import type { FindPlace, KnownPlace } from './places.js'
import { unplaced } from './unplaced.js'

/**
 * Finds addresses in the table of places: by postal code in the United States and Canada, else by city, else by
 * country. What is not found keeps what the caller says, at the country's point (docs/decisions/0016).
 */
export const embedded =
  (find: FindPlace): Geocode =>
  async (address) => {
    const country = countryOf(address, find)
    const said = (await unplaced({ ...address, country })).location
    const place = findPostalCode(find, country, address) ?? findCity(find, country, said)
    if (place) return placed(said, place)
    const point = find(countryKey(country))
    return point ? placed(said, point) : { location: said }
  }

/** What a caller says of a location, where it was found; what the table does not know stays as they say. */
const placed = (said: Place['location'], { locality, region, timezone, ...point }: KnownPlace): Place => ({
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

/** The country that is said, or the one whose postal code it is, where the version asks for that. */
function countryOf({ country, postal_code, country_from_postal_code }: Address, find: FindPlace): string {
  const said = country || 'US'
  if (!country_from_postal_code || !postal_code) return said
  const formed = countryOfForm(postal_code)
  const key = postalKey(formed, postal_code)
  return key && find(key) ? formed : said
}

function findPostalCode(find: FindPlace, country: string, { postal_code }: Address) {
  const key = postal_code && postalKey(country, postal_code)
  return key ? find(key) : undefined
}

/** The region chooses among cities of one name. Where it has none, it is left from before, or wrong. */
function findCity(find: FindPlace, country: string, { locality, region }: Place['location']) {
  if (!locality) return undefined
  return (region && find(cityKey(country, locality, region))) || find(cityKey(country, locality))
}
