import { countryIn } from '../../fields/country-names.js'
import { isCountry } from '../../fields/country.js'
import { inOneLine } from '../../locations/location.js'

/** The parts of an address as the form has them, by the names of their fields. */
export interface AddressParts {
  venue?: string | undefined
  address_lines?: string | undefined
  locality?: string | undefined
  region?: string | undefined
  postal_code?: string | undefined
  /** The code of the country, where the line names it. */
  country?: string | undefined
}

/** Writes the parts of an address on one line, as organisers type it. */
export const lineOf = ({ venue, address_lines, locality, region, postal_code }: AddressParts): string =>
  inOneLine({
    ...(venue && { venue }),
    ...(address_lines && { address_lines: [address_lines] }),
    ...(locality && { locality }),
    ...(region && { region }),
    ...(postal_code && { postal_code }),
  })

/**
 * Reads a venue and its address from one line, such as “Union Hall, 120 Main Street, Springfield, IL 62701”. The parts
 * are told apart by commas and by their form; geocoding completes what it can.
 */
export function partsOf(line: string): AddressParts {
  const texts = line
    .split(/[,\n]/)
    .map((text) => text.trim())
    .filter(Boolean)
  const parts: AddressParts = {}
  const country = countryIn(texts.at(-1) ?? '')
  // Georgia is a state more often than a country.
  if (texts.length > 1 && isCountry(country) && !/^(georgia|..)$/i.test(texts.at(-1) ?? '')) {
    parts.country = country
    texts.pop()
  }
  // Many write no comma between the town, its state and the code.
  const town = /^(.*\D)\s+([A-Z]{2}(?:\s+\d{5}(?:-\d{4})?)?)$/.exec(texts.at(-1) ?? '')
  if (town) texts.splice(-1, 1, town[1] as string, town[2] as string)
  const last = texts.at(-1) ?? ''
  const code = /^(?:([A-Za-z]{2})\s+)?([A-Z]?\d[\w-]{2,8}(?: \w{3})?)$/.exec(last)
  if (code && texts.length > 1) {
    parts.postal_code = code[2]
    if (code[1]) parts.region = code[1].toUpperCase()
    texts.pop()
  } else if (/^[A-Z]{2}$/.test(last) && texts.length > 1) {
    parts.region = last
    texts.pop()
  }
  // A number at one end of a part is that of a house, as most countries write it.
  const street = texts.findIndex((text, i) => /^\d+\S*\s|\s\d+\w?$/.test(text) && (i > 0 || texts.length < 3))
  if (street >= 0) parts.address_lines = texts.splice(street, 1)[0]
  const hasRegion = parts.region !== undefined || parts.country !== undefined
  if (texts.length > 1 || (texts.length === 1 && (street === 0 || hasRegion))) parts.locality = texts.pop()
  if (texts.length > 0) parts.venue = texts.join(', ')
  return parts
}
