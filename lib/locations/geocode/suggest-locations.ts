import { countryName } from '../../fields/country-names.js'
import { plainName } from './location-key.js'
import type { KeyedLocation, KnownLocation, ScanLocations } from './location-table.js'
import { regionsFrom } from './region.js'

/** Completes a venue and its address, as they are typed on one line. @param region whose towns come first */
export type SuggestLocations = (line: string, country?: string, region?: string) => string[]

/** A list that is read at a glance. */
const MOST_SUGGESTED = 6

/** Fewer letters begin too many names. */
const LEAST_LETTERS = 3

/** No address is longer. */
const LONGEST_LINE = 300

/** A postal code, or its beginning, with or without the state before it. */
const CODE = /^(?:[a-z]{2}\s+)?(\d{3,5})$/i

/**
 * Completes the last part of a line from the table of locations: a town, the state of a town, or a postal code. The
 * venue and the street before it stay as they were typed.
 */
export const suggestLocationsIn =
  (scan: ScanLocations): SuggestLocations =>
  (line, country = 'US', region) => {
    if (line.length > LONGEST_LINE) return []
    const parts = line.split(',').map((part) => part.trim())
    const last = parts.pop() ?? ''
    const before = parts.filter(Boolean)
    const lines = ([...of]: string[], ends: string[]) => ends.map((end) => [...of, end].join(', '))
    const [, code] = CODE.exec(last) ?? []
    const town = before.at(-1) ?? ''
    if (code)
      return withCode(scan, country, code).map(({ end, name }) => {
        const venue = plainName(town) === name ? before.slice(0, -1) : before
        return [...venue, end].join(', ')
      })
    const inRegion = townsOfRegions(scan, country, town, last)
    if (inRegion.length > 0) return lines(before.slice(0, -1), inRegion)
    return lines(before, townsFrom(scan, country, last, region))
  }

/** Postal codes that begin with digits, in their order. */
const withCode = (scan: ScanLocations, country: string, digits: string) =>
  scan(`p:${country}:${digits}`)
    .slice(0, MOST_SUGGESTED)
    .map(({ key, location }) => ({
      end: inOneLine(location, country, key.slice(key.lastIndexOf(':') + 1)),
      name: plainName(location.locality),
    }))

/** The towns of a name in the states that begin with a text. */
function townsOfRegions(scan: ScanLocations, country: string, town: string, text: string): string[] {
  const regions = text ? regionsFrom(text, country) : []
  const name = plainName(town)
  if (regions.length === 0 || !name) return []
  return largest(
    scan(`c:${country}:${name}:`).filter(({ location }) => regions.includes(location.region)),
    country,
  )
}

/** The towns whose names begin with a text. */
function townsFrom(scan: ScanLocations, country: string, text: string, region: string | undefined): string[] {
  const name = plainName(text)
  if (name.length < LEAST_LETTERS) return []
  const towns = scan(`c:${country}:${name}`)
  const near = towns.filter(({ location }) => location.region === region)
  // The largest towns are meant; two of the own state stand before them.
  return [...new Set([...largest(near, country).slice(0, 2), ...largest(towns, country)])].slice(0, MOST_SUGGESTED)
}

/** Returns the largest of some towns, each once. */
const largest = (towns: KeyedLocation[], country: string): string[] =>
  [
    ...new Set(
      towns
        // Names in other languages have no spelling of their own.
        .filter(({ location }) => location.locality)
        .toSorted((one, other) => other.population - one.population)
        .map(({ location }) => inOneLine(location, country)),
    ),
  ].slice(0, MOST_SUGGESTED)

/** A town outside of states and provinces has its country behind it, so that it is not a venue. */
const inOneLine = ({ locality, region }: KnownLocation, country: string, code = '') =>
  [locality, [region, code].filter(Boolean).join(' ') || countryName(country)].join(', ')
