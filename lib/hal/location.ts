import type { GenericSchema } from 'valibot'
import type { Fields } from './fields.js'
import { addressLines, country, text } from './values.js'

/** What a body may say of a location; the rest is written by geocoding (version 2, "Location"). */
export const locationFields: Fields = { venue: { value: text }, ...addressFields(text, addressLines) }

/** What a body may say of an address, in texts of a kind. */
export function addressFields(kind: GenericSchema, lines: GenericSchema): Fields {
  return {
    address_lines: { value: lines },
    locality: { value: kind },
    region: { value: kind },
    postal_code: { value: kind },
    country: { value: country },
  }
}
