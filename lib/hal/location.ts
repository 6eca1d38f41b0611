import type { Fields } from './fields.js'
import { addressLines, country, text } from './values.js'

/** What a body may say of a location; the rest is written by geocoding (version 2, "Location"). */
export const locationFields: Fields = {
  venue: { value: text },
  address_lines: { value: addressLines },
  locality: { value: text },
  region: { value: text },
  postal_code: { value: text },
  country: { value: country },
}
