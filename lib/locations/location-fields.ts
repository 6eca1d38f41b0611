import { type Change, type Kind, type Stored, defaulted, optional, readOnly, type Body } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { fixed, group, shownAs, text, textOf } from '../fields/kinds.js'
import * as values from '../fields/values.js'

/** Coordinates, in degrees. */
export interface Point {
  latitude: number
  longitude: number
  accuracy: 'Rooftop' | 'Approximate'
}

const point = shownAs<Point>((meaning) =>
  json.object(meaning, {
    latitude: { type: 'number', description: 'Degrees, north is positive' },
    longitude: { type: 'number', description: 'Degrees, east is positive' },
    accuracy: json.string('`Rooftop` for a building that was found', { enum: ['Rooftop', 'Approximate'] }),
  }),
)

/** A list whose first line counts (version 2, "Limits", 2). `orAlone`: browser forms send no list. */
const firstLine = (of: Kind<string>, orAlone: boolean): Kind<string[]> => ({
  body: { firstOf: valueIn(of), orAlone },
  schema: (meaning) => json.listOf(json.string('A line'), meaning),
})

const valueIn = ({ body }: Kind<string>) => {
  if (body && 'value' in body) return body.value
  throw new Error('A line of an address is a single value')
}

/** A postal code that is sent as a number has lost its zeros, where it is one of the USA. */
const postalCode = (of: Kind<string>): Kind<string> => ({
  ...of,
  body: { value: valueIn(of), asText: postalCodeOf },
})

function postalCodeOf(sent: unknown, { country }: Body): unknown {
  if (typeof sent !== 'number' || !Number.isSafeInteger(sent) || sent < 0) return sent
  const isAmerican = typeof country !== 'string' || /^(us)?$/i.test(country.trim())
  return String(sent).padStart(isAmerican ? 5 : 0, '0')
}

/**
 * The fields of an address; callers send a part of it, and geocoding writes the rest (version 2, "Location").
 * @param of how its texts are read, with their limit
 */
export const addressFields = (of: Kind<string>, orAlone = false) => ({
  address_lines: optional(firstLine(of, orAlone), 'The street address; only the first line is kept'),
  locality: optional(of, 'City; replaced by geocoding'),
  region: defaulted(of, 'State or province, in two letters where they have some; empty when unknown'),
  postal_code: optional(postalCode(of), 'Postal code'),
  country: defaulted(country, 'Two letters (ISO 3166-1)'),
  language: readOnly(fixed('en'), 'The language of the address'),
  location: readOnly(point, 'The coordinates of the address'),
})

const country: Kind<string> = {
  ...textOf(values.country),
  schema: (meaning) => json.string(meaning, { pattern: '^[A-Z]{2}$' }),
}

/** The fields of an event's location. */
export const locationFields = { venue: optional(text, 'Name of the place'), ...addressFields(text) }

/** The location of an event, or of a person's home (version 2, "Location"). */
export type Location = Stored<typeof locationFields>

/** The fields of a location that a caller may set; null clears. Geocoding sets the others. */
export type Address = Change<typeof locationFields> & {
  /** Whether the postal code decides on the country, where it can (version 1, "Event"). */
  country_from_postal_code?: boolean
}

export const location = group(locationFields)
