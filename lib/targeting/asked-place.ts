import { check, maxValue, minValue, number, optional, picklist, pipe, strictObject } from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import * as values from '../fields/values.js'
import type { Reach, Unit } from '../locations/reach.js'
import { native } from '../runtime/site.js'

/** A place around which people live: a point with a name, or an event wherever it is when the query runs. */
export type AskedPlace = Reach & ({ location: string; latitude: number; longitude: number } | { event: string })

/** The place of a body: a name is looked up, a point is taken as it is. */
export interface SentPlace {
  location?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  event?: string | undefined
  within: number
  unit?: Unit | undefined
}

/** Half of the way around the Earth. */
const FURTHEST = 20_000

const degrees = (most: number) =>
  pipe(
    number('must be a number'),
    minValue(-most, `must be from -${most} to ${most}`),
    maxValue(most, `must be from -${most} to ${most}`),
  )

const schema = pipe(
  strictObject(
    {
      location: optional(values.line),
      latitude: optional(degrees(90)),
      longitude: optional(degrees(180)),
      event: optional(values.line),
      within: pipe(
        number('must be a number'),
        minValue(0.1, `must be from 0.1 to ${FURTHEST}`),
        maxValue(FURTHEST, `must be from 0.1 to ${FURTHEST}`),
      ),
      unit: optional(picklist(['mi', 'km'], 'must be mi or km')),
    },
    'must be an object with location, latitude and longitude, or event; and within and unit',
  ),
  check(
    ({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined),
    'must have both latitude and longitude, or neither',
  ),
  check(
    ({ location, latitude, event }) =>
      event === undefined
        ? Boolean(location?.trim()) || latitude !== undefined
        : location === undefined && latitude === undefined,
    'must have a location, a point or an event',
  ),
)

/** The place near which the people of a query live. */
export const askedPlace: Kind<SentPlace, AskedPlace> = {
  body: { whole: schema },
  schema: (meaning) =>
    json.object(meaning, {
      location: json.maybe(json.string('The name of the point: a town, or a postal code')),
      latitude: json.maybe({ type: 'number', description: 'North is positive' }),
      longitude: json.maybe({ type: 'number', description: 'East is positive' }),
      event: json.maybe(json.string('An event, in place of a point')),
      within: { type: 'number', description: 'The distance, as the crow flies' },
      unit: json.string('Miles or kilometers', { enum: ['mi', 'km'] }),
    }),
  serialize: (near, { site }) => ('event' in near ? { ...near, event: native(site, near.event) } : near),
  isKeptAsSent: true,
}
