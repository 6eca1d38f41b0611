import { countryIn } from '../../fields/country-names.js'
import { isCountry } from '../../fields/country.js'
import type { Point } from '../great-circle.js'
import { cityKey, countryOfForm, postalKey, worldKey } from './location-key.js'
import type { FindLocation, KnownLocation } from './location-table.js'
import { knownRegion } from './region.js'

/** A place that a visitor has named. */
export interface Place extends Point {
  name: string
}

/** Finds what a visitor typed: a postal code, a town, or coordinates. @param country of the group, by its code */
export type FindPlace = (text: string, country?: string) => Place | undefined

/**
 * Finds places in the table of locations. In contrast to the geocoder of addresses, it does not fall back: a town that
 * its state does not have is unknown, and a name is never the point of a state or a country.
 */
export const findPlaceIn =
  (find: FindLocation): FindPlace =>
  (text, country = 'US') => {
    const typed = tidied(text)
    return (
      coordinatesIn(typed) ??
      postalCodeIn(find, country, typed) ??
      (typed.includes(',') ? townInRegion(find, country, typed) : townOf(find, country, typed))
    )
  }

/** One space between words, none around hyphens of codes, and initials without dots: `D. C.` is `DC`. */
const tidied = (text: string) =>
  text
    .trim()
    .replace(/\b([a-z])\.\s*([a-z])(?:\.|(?=\s|,|$))/gi, '$1$2')
    .replace(/\.(?=[^\s\d])/g, '. ')
    .replace(/(\d)\s*-\s*(\d)/g, '$1-$2')
    .replace(/\s+/g, ' ')

const COORDINATES = /^([-+]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([-+]?\d{1,3}(?:\.\d+)?)$/

function coordinatesIn(text: string): Place | undefined {
  const [, north, east] = COORDINATES.exec(text) ?? []
  if (north === undefined) return undefined
  const [latitude, longitude] = [Number(north), Number(east)]
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return { name: `${latitude}, ${longitude}`, latitude, longitude }
}

/** Countries whose postal codes the table knows; elsewhere, five digits are a code of that country. */
const WITH_CODES = new Set(['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP'])

/** A code alone, or at the end of a town and its state. */
function postalCodeIn(find: FindLocation, country: string, text: string): Place | undefined {
  if (!WITH_CODES.has(country)) return undefined
  const [code = ''] = /(?:^|\s)(?:\d{5}(?:[- ]?\d{4})?|[a-z]\d[a-z](?:[- ]?\d[a-z]\d)?)$/i.exec(text) ?? []
  const key = code && postalKey(countryOfForm(code), code)
  const found = key ? find(key) : undefined
  return found && placeOf(found, `${found.locality}, ${found.region} ${code.trim().toUpperCase()}`)
}

/** `Washington, DC`, `Springfield, Illinois, USA`, `Paris, France`. */
function townInRegion(find: FindLocation, country: string, text: string): Place | undefined {
  const parts = text.split(',').map((part) => part.trim())
  const [last = '', ...others] = parts.filter(Boolean).reverse()
  const [region, ...town] = others
  if (region === undefined) return townOf(find, country, last)
  if (town.length > 0)
    return isNameOfCountry(last) ? townInRegion(find, country, parts.slice(0, -1).join(',')) : undefined
  return townIn(find, country, region, last)
}

/** The town of a state, a province or a country; undefined where that does not have it. */
function townIn(find: FindLocation, country: string, town: string, region: string): Place | undefined {
  const abroad = codeOfCountry(region)
  // `Berlin, DE` is in Germany for a group there, and in Delaware for others.
  const regions = abroad === country ? [] : new Set([country, 'US', 'CA'])
  for (const each of regions) {
    const code = knownRegion(region, each) ?? (each === 'CH' && /^[a-z]{2}$/i.test(region) ? region : undefined)
    const found = code && find(cityKey(each, town, code))
    if (found) return placeOf(found, `${found.locality || town}, ${found.region}`)
    // A code of a state is not the code of a country, too.
    if (code) return undefined
  }
  const found = abroad ? find(cityKey(abroad, town)) : undefined
  return found && placeOf(found, `${found.locality || town}, ${abroad}`)
}

/** A town with its state behind it and no comma, or alone. */
function townOf(find: FindLocation, country: string, text: string): Place | undefined {
  const words = text.split(' ')
  for (let length = 1; length <= MOST_WORDS_OF_REGION && length < words.length; length++) {
    const [town, region] = [words.slice(0, -length).join(' '), words.slice(-length).join(' ')]
    const found = townIn(find, country, town, region)
    if (found) return found
  }
  return townAlone(find, country, text)
}

/** `Newfoundland and Labrador`. */
const MOST_WORDS_OF_REGION = 3

/** The most populous town of a name in the country, else in the world. */
function townAlone(find: FindLocation, country: string, name: string): Place | undefined {
  const own = find(cityKey(country, name))
  if (own) return placeOf(own, [...new Set([own.locality || name, own.region])].filter(Boolean).join(', '))
  const abroad = find(worldKey(name))
  return abroad && placeOf(abroad, `${abroad.locality || name}, ${abroad.region}`)
}

const placeOf = ({ latitude, longitude }: KnownLocation, name: string): Place => ({
  name,
  latitude,
  longitude,
})

const isNameOfCountry = (text: string) => codeOfCountry(text) !== undefined

/** Returns the code of a country, by its code or its English name. */
function codeOfCountry(text: string): string | undefined {
  const code = countryIn(text).toUpperCase()
  return isCountry(code) ? code : undefined
}
