import { type Field, always, count, dateTime, listOf, maybe, object, string } from './schema.js'

/* What several kinds of resources have, under whatever names. */

export const identifiers = listOf(
  string('`<system_name>:<id>`'),
  'The native identifier first, made by the server; then those of callers. Identifiers are unique among all ' +
    'resources of a kind. They are only ever added',
)
export const createdDate = dateTime('When it was recorded, in UTC')
export const modifiedDate = dateTime('When it was last changed, in UTC; at first the moment of its creation')
export const erasedDate = dateTime('Since when nothing is known of this person, who asked to be erased')
export const originSystem = string('The system that it came from, for people to read')
export const html = (what: string) =>
  string(`${what}. May hold HTML; kept and answered as sent, so sanitise it where you show it`)

const point = object('Where that is on the map', {
  latitude: { type: 'number', description: 'Degrees, north is positive' },
  longitude: { type: 'number', description: 'Degrees, east is positive' },
  accuracy: string('`Rooftop` for a building that was found', { enum: ['Rooftop', 'Approximate'] }),
})

const address: Record<string, Field> = {
  address_lines: maybe(listOf(string('A line'), 'The street address; only the first line is kept')),
  locality: maybe(string('City; written over by geocoding')),
  region: string('State or province, in two letters where they have some; empty when unknown'),
  postal_code: maybe(string('Postal code')),
  country: string('Two letters (ISO 3166-1)', { pattern: '^[A-Z]{2}$' }),
  language: always('en', 'The language of the address'),
  location: point,
}

export const location = object('Where it is. What is sent is geocoded', {
  venue: maybe(string('Name of the place')),
  ...address,
})

export const postalAddress = object('An address', {
  primary: always(true, 'The one address that is kept is the primary one'),
  ...address,
})

/** What is the same of every event. */
export const constants = {
  status: always('confirmed', 'Always the same'),
  transparence: always('opaque', 'Always the same'),
  visibility: always('public', 'Always the same'),
}

export const reminders = listOf(
  object('A reminder', {
    method: always('email', 'Always the same'),
    minutes: count('How long before the start'),
  }),
  'What another system may send; this one sends nothing',
)

/** The link of a body by which a creator is designated. */
export const creatorLink = (whom: string) => ({
  'osdi:creator': {
    description: `The absolute address of a person who shall be the creator: ${whom}. Anybody else is ignored`,
  },
})

/** The link of a body to a person of the caller's list. */
export const personLink = {
  'osdi:person': {
    description: 'The absolute address of a person in the list of your key',
    required: true as const,
  },
}
