import type { GenericSchema } from 'valibot'
import type { Fields } from './fields.js'
import { country, text } from './values.js'

/** What a body may say of a location; the rest is written by geocoding (version 2, "Location"). */
export const locationFields: Fields = { venue: { value: text }, ...addressFields(text) }

/**
 * What a body may say of an address, in texts of a kind. Only its first line is kept (version 2, "Limits", 2).
 * @param orAlone whether the line may come without a list, as browser forms send it
 */
export function addressFields(kind: GenericSchema, orAlone = false): Fields {
  return {
    address_lines: { firstOf: kind, orAlone },
    locality: { value: kind },
    region: { value: kind },
    postal_code: { value: kind },
    country: { value: country },
  }
}
