import type { NamedFields } from '../domain/read-filter.js'
import type { BodyFields } from '../domain/fields/body-field.js'
import type { Property, Schema } from '../domain/fields/json-schema.js'
import { type Vocabulary, bodyFields, meanings } from '../domain/fields/vocabulary.js'
import type { Site } from '../domain/site.js'
import type { DocumentSchema } from './schema.js'
import type { ApiVersion } from './version.js'

/** What a body may hold: the very table by which it is read, and what its fields mean. */
export interface BodySchema {
  /** Its name among the schemas of its version: `NewEvent`. */
  name: string
  description: string
  /** POST refuses what is invalid and wants what is required; PUT takes what it can. */
  purpose: 'create' | 'change'
  fields: BodyFields
  /** What the fields mean, those of the answer that share their names among them. */
  meaning: Record<string, Property>
  /** Relations of links that it may hold, and what each does. */
  links?: Record<string, { description: string; required?: true }>
}

/** The headings under which operations are listed: the kinds of resources. */
export const TAGS = {
  'Entry point': 'Where a client starts, and what a version says of itself',
  Events: 'What people come to',
  Attendances: 'RSVPs: one for each person and event, exactly counted',
  People: 'Who is in the list of a group or an individual account',
  'Event campaigns': 'Groups of events, and RSVPs to their events',
  Tags: 'What a group sorts its people by',
  'Email lists': 'People who may be written to; read-only',
  Targeting: 'Looking for people by what they did',
  Embeds: 'Snippets for web pages, and what they load',
  Calendars: 'Events as iCalendar, for calendar programs',
}

/** What an endpoint takes and answers. Routes, keys and whatever follows from them are in lib/api/endpoints.json. */
export interface Operation {
  tag: keyof typeof TAGS
  /** What it does, as a sentence without a subject: `Lists the events of your key`. */
  summary: string
  description?: string
  /** Several where an address takes more than one kind of body. */
  body?: [BodySchema, ...BodySchema[]]
  /** A document, or text of a media type. */
  answer: DocumentSchema | { mediaType: string; description: string }
  /** What its query may say besides pages. */
  parameters?: { name: string; description: string; schema: Schema }[]
  /** Why the work may be done after the answer, which is 202 then. */
  later?: string
  /** Whether the answer is to be kept as a file, of which `Link` may lead to the next part. */
  isFile?: true
  /** Whether the answer carries validators: a caller who has it already gets 304. */
  validated?: true
  /** Why it may be refused with 409. */
  conflict?: string
  /** What `filter` may name, by the names of the version. */
  filters?: NamedFields<never>
  /** Whether `If-Match` is honoured. */
  supportsIfMatch?: true
  /** Whether `background_request=true` is honoured. */
  background?: true
  /** What a browser is answered that sends it without a key, where the owner allows that. */
  keyless?: Schema
}

/** The parts of a description of a kind of resource. */
export interface Described {
  version: ApiVersion
  vocabulary: Vocabulary
  site: Site
}

type Table = Pick<BodySchema, 'fields' | 'meaning'>

/** Returns what a body of a kind of resource may hold, and what its fields mean. */
export const bodyOf = ({ vocabulary, site }: Pick<Described, 'vocabulary' | 'site'>): Table => ({
  fields: bodyFields(vocabulary, site),
  meaning: meanings(vocabulary, site),
})

/** The body of a POST that creates, or changes what it finds by its identifiers. @param what `an event` */
export const newOrMatched = (name: string, what: string, table: Table): BodySchema => ({
  ...table,
  name: `New${name}`,
  description: `What makes ${what}, or what changes of the one that holds one of the identifiers`,
  purpose: 'create',
})

/** The body of a PUT. @param what `an event` */
export const changeOf = (name: string, what: string, table: Table): BodySchema => ({
  ...table,
  name: `${name}Change`,
  description: `What changes of ${what}. \`null\` clears what is optional`,
  purpose: 'change',
})

/** Why what identifiers find is refused. @param what `an event` */
export const heldElsewhere = (what: string) =>
  `An identifier is held by ${what} of another owner, or the identifiers are held by two`

/** By the names of endpoints. */
export type Operations = Record<string, Operation>

/** What every version says of itself. */
export const descriptionOperation: Operation = {
  tag: 'Entry point',
  summary: 'Describes this version in OpenAPI',
  answer: { mediaType: 'application/json', description: 'An OpenAPI document' },
}
