import { countryIn } from '../../fields/country-names.js'
import { isCountry } from '../../fields/country.js'
import { isCodeFirst } from '../location.js'
import { cityKey } from './location-key.js'
import type { FindLocation } from './location-table.js'
import { knownRegion } from './region.js'

/** The parts of an address, as far as a line has them. */
export interface AddressParts {
  venue?: string
  address_lines?: string
  locality?: string
  region?: string
  postal_code?: string
  /** The code of the country, where the line names it. */
  country?: string
}

/** Reads a venue and its address from one line. @param country where the address is, unless the line names one */
export type ReadLine = (line: string, country?: string) => AddressParts

/** A code at the end of a line, by country: their letters are not names of towns. */
const CODE_AT_END: Record<string, RegExp> = {
  US: /(?:^|\s)(\d{5}(?:-\d{4})?)$/,
  CA: /(?:^|\s)([A-Z]\d[A-Z][ -]?\d[A-Z]\d)$/i,
  GB: /(?:^|\s)([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /(?:^|\s)([A-Z]\d[\dW] ?[A-Z\d]{4})$/i,
}
const OTHER_CODE_AT_END = /(?:^|\s)(\d{3}[ -]?\d{1,4}|[A-Z]{1,2}\d[\w-]{2,7}(?: \w{3})?)$/i

/** A code before its town, with the country's letters that some put before it: `N-0155 Oslo`, `1012 JS Amsterdam`. */
const CODE_AND_TOWN = /^(?:[A-Z]{1,3}[- ])?(\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{4} ?[A-Z]{2}|\d{4,6})\s+(\p{L}.*)$/u

/** A province behind an Italian town: `Roma RM`, `Roma (RM)`. */
const PROVINCE = /^(.+?)\s+(?:\(([A-Z]{2})\)|([A-Z]{2}))$/

/** `Newfoundland and Labrador`. */
const MOST_WORDS_OF_REGION = 3

/**
 * Reads a line by the order of its country: `Union Hall, 120 Main Street, Springfield, IL 62701` in the United States,
 * `Rådhuset, Rådhusplassen 1, 0037 Oslo` in Norway. A name that is a country's and a state's or a town's, such as
 * Georgia, is what fits the town before it, by the table of locations.
 */
export const readLineIn =
  (find: FindLocation): ReadLine =>
  (line, home = 'US') => {
    const texts = numbersOfHouses(
      line
        .split(/[,\n]/)
        .map((text) => text.trim().replace(/\s+/g, ' '))
        .filter(Boolean),
    )
    const parts: AddressParts = {}
    const named = countryAtEnd(find, texts, home)
    if (named) {
      parts.country = named
      texts.pop()
    }
    const country = named ?? home
    const hasTown = isCodeFirst(country) && takeCodeAndTown(texts, parts, country)
    if (!hasTown) takeRegionAndCode(find, texts, parts, country)
    // A number at one end of a part is that of a house.
    const street = texts.findIndex(
      (text, i) => /^\d+\S*\s|\s\d+\s?[a-zA-Z]?$/.test(text) && (i > 0 || texts.length < 3),
    )
    if (street >= 0) parts.address_lines = texts.splice(street, 1)[0] as string
    const hasEnd = parts.region !== undefined || parts.postal_code !== undefined || named !== undefined
    if (!parts.locality && (texts.length > 1 || (texts.length === 1 && (street === 0 || hasEnd))))
      takeTown(find, texts, parts, country)
    if (texts.length > 0) parts.venue = texts.join(', ')
    return parts
  }

/** `Calle Mayor, 5` is one part. */
const numbersOfHouses = (texts: string[]): string[] =>
  texts.reduce<string[]>((all, text) => {
    const isNumber = all.length > 0 && /^(?:n[º°.]?\s?)?\d{1,3}\s?[a-z]?$/i.test(text)
    return isNumber ? [...all.slice(0, -1), `${all.at(-1)}, ${text}`] : [...all, text]
  }, [])

/** Returns the country that the last part names, unless it means a state or a town at home. */
function countryAtEnd(find: FindLocation, texts: string[], home: string): string | undefined {
  const last = texts.at(-1) ?? ''
  const country = countryIn(last)
  // Two letters are a state more often than a country.
  if (texts.length < 2 || !isCountry(country) || country === last.toUpperCase()) return undefined
  const isAtHome = knownRegion(last, home) ?? find(cityKey(home, last))
  if (country === home || !isAtHome) return country
  const before = texts.at(-2) ?? ''
  return find(cityKey(country, CODE_AND_TOWN.exec(before)?.[2] ?? before)) ? country : undefined
}

/** Takes `0155 Oslo`, or `Oslo 0155`, and what stands behind it as a region. */
function takeCodeAndTown(texts: string[], parts: AddressParts, country: string): boolean {
  for (const at of [texts.length - 1, texts.length - 2]) {
    const text = texts[at] ?? ''
    const [, code, town] = CODE_AND_TOWN.exec(text) ?? []
    const [, before, behind] = (at > 0 && /^(\D+)\s+(\d{4,5}|\d{3} \d{2})$/.exec(text)) || []
    const [postal_code, locality] = [code ?? behind, town ?? before]
    if (postal_code === undefined || locality === undefined) continue
    const [, short, inBrackets, bare] = (country === 'IT' && PROVINCE.exec(locality)) || []
    const region = inBrackets ?? bare ?? texts[at + 1]
    Object.assign(parts, { postal_code, locality: short ?? locality, ...(region && { region }) })
    texts.length = at
    return true
  }
  return false
}

/** Takes the code at the end, and the state: by its letters, or by its name behind a town of it. */
function takeRegionAndCode(find: FindLocation, texts: string[], parts: AddressParts, country: string): void {
  if (texts.length < 2) {
    const { text, code } = withoutCode(texts[0] ?? '', country)
    // A town and its code alone, or a code alone, is an address; a venue with a number is none.
    if (!code || (text && !knownRegionAtEnd(find, [text], country))) return
    texts.splice(0, 1, ...[text].filter(Boolean))
    parts.postal_code = code
  } else {
    const { text, code } = withoutCode(texts.at(-1) ?? '', country)
    if (code) {
      parts.postal_code = code
      texts.splice(-1, 1, ...[text].filter(Boolean))
    }
  }
  const found = knownRegionAtEnd(find, texts, country)
  if (!found) return
  parts.region = found.region
  texts.splice(-1, 1, ...[found.rest].filter(Boolean))
}

function withoutCode(text: string, country: string): { text: string; code?: string } {
  const [found, code] = (CODE_AT_END[country] ?? OTHER_CODE_AT_END).exec(text) ?? []
  return found === undefined || code === undefined
    ? { text }
    : { text: text.slice(0, -found.length).trim(), code: country === 'US' ? code : code.toUpperCase() }
}

/** The state that the last part is, or ends with; and the rest of that part. */
function knownRegionAtEnd(find: FindLocation, texts: string[], country: string) {
  const last = texts.at(-1) ?? ''
  const words = last.split(' ')
  for (let length = Math.min(MOST_WORDS_OF_REGION, words.length); length > 0; length--) {
    const [rest, end] = [words.slice(0, -length).join(' '), words.slice(-length).join(' ')]
    const town = rest || texts.at(-2)
    if (town === undefined) continue
    const isCode = /^[A-Z]{2,3}$/.test(end)
    const region = knownRegion(end, country)
    // A state by its name counts only if the table has the town there, where it knows the states of towns.
    const isThere = region && (find(cityKey(country, town, region)) ?? find(cityKey(country, town))?.region === '')
    if (region && (isCode || isThere)) return { region, rest }
    // Letters of a region that no table has, as countries write them behind a town.
    if (isCode && !rest && length === 1 && !isCodeFirst(country)) return { region: end, rest }
  }
  return undefined
}

/** Takes the last part as the town; behind a town, it is a county. */
function takeTown(find: FindLocation, texts: string[], parts: AddressParts, country: string): void {
  const last = texts.pop() as string
  const before = texts.at(-1)
  const isCounty =
    before !== undefined && !parts.region && !find(cityKey(country, last)) && find(cityKey(country, before))
  if (isCounty) Object.assign(parts, { region: last, locality: texts.pop() })
  else parts.locality = last
}
