import type { NamedFields } from '../../fields/read-filter.js'
import type { BodyFields } from '../../fields/field.js'
import type { Property, Schema } from '../../fields/json-schema.js'
import { bodyFields, meanings } from '../../fields/vocabulary.js'
import type { Described, DocumentSchema } from './schema.js'

/** The fields of a body, from the table by which it is read, with their meanings. */
export interface BodySchema {
  /**
   * Its name among the schemas of its version: `EventDraft`. No name begins with `New`: generated Go code has a
   * function `NewEvent` for a schema `Event`.
   */
  name: string
  description: string
  /** POST refuses invalid values and requires the required ones; PUT ignores invalid values. */
  purpose: 'create' | 'change'
  /** Whether the object that it requires may be sent alone. OpenAPI has one form, for the sake of generated clients. */
  mayBeBare?: true
  fields: BodyFields
  /** Meanings of the fields, including fields of the answer with the same names. */
  meaning: Record<string, Property>
  /** Relations of links that it may have, with their effects. */
  links?: Record<string, { description: string; required?: true }>
}

/** The groups of operations: the kinds of resources. */
export const TAGS = {
  'Entry point': 'The entry point of a version, and its description in OpenAPI',
  Events: 'Events that people come to',
  Attendances: 'RSVPs: one for each person and event, exactly counted',
  People: 'People in the list of a group or an individual account',
  'Event campaigns': 'Groups of events, and RSVPs to their events',
  Tags: 'Labels that a group gives to people',
  'Email lists': 'People who may be written to; read-only',
  Webhooks: 'Messages about changes, in signed requests or to be pulled',
  // Generated clients have one file for a tag, so that messages need another one than endpoints.
  'Messages of webhooks': 'What the service sends to receivers of webhooks',
  Targeting: 'Saved searches for people by the events that they attended',
  Embeds: 'Snippets for web pages, and the data and files that they load',
  Calendars: 'Events as iCalendar, for calendar programs',
}

/** The request and the answer of an endpoint. Its route and key are in lib/http/endpoints/endpoints.json. */
export interface Operation {
  tag: keyof typeof TAGS
  /** A sentence that starts with a verb: `Lists the events of your key`. */
  summary: string
  description?: string
  /** Several if the endpoint reads more than one kind of body. */
  body?: [BodySchema, ...BodySchema[]]
  /** Whether the body has many rows, each of them one of `body`. */
  isBulk?: true
  /** Fields of a bulk body beside its rows. */
  besideRows?: Record<string, Schema>
  /** The inputs of a form, where it is sent instead of JSON. Pages get their answer as a page. */
  form?: BodySchema
  /** An example of the form. */
  formExample?: object
  /** A document, or text of a media type, or of several. */
  answer: DocumentSchema | { mediaType: string; otherTypes?: string[]; description: string }
  /** Parameters of its query, except the ones of pages. */
  parameters?: { name: string; description: string; schema: Schema; example?: string }[]
  /** Why the work may happen after the answer, which then has status 202. */
  later?: string
  /** Whether the answer is a file. `Link` may lead to its next part. */
  isFile?: true
  /** Whether the answer has headers only, and status 204. */
  isEmpty?: true
  /** Whether the answer has validators, so that a caller who has it already gets 304. */
  validated?: true
  /** Why it may be refused with 409. */
  conflict?: string
  /** The fields for `filter`, by the names of the version. */
  filters?: NamedFields<never>
  /** Whether `If-Match` is supported. */
  supportsIfMatch?: true
  /** Whether `background_request=true` is supported. */
  background?: true
  /** The answer to a browser's request without a key, if the owner allows it. */
  keyless?: DocumentSchema
}

/** The answer of a DELETE. */
export const nothing = { mediaType: 'application/hal+json', description: 'nothing' }

type Table = Pick<BodySchema, 'fields' | 'meaning'>

/** Returns what a body of a kind of resource may hold, and what its fields mean. */
export const bodyOf = ({ vocabulary, site }: Described): Table => ({
  fields: bodyFields(vocabulary, site),
  meaning: meanings(vocabulary, site),
})

/** Describes the body of a POST that creates a resource, or changes one by its identifiers. @param what `an event` */
export const newOrMatched = (name: string, what: string, table: Table): BodySchema => ({
  ...table,
  name: `${name}Draft`,
  description: `What makes ${what}, or what changes of the one that holds one of the identifiers`,
  purpose: 'create',
})

/** Describes the body of a PUT. @param what `an event` */
export const changeOf = (name: string, what: string, table: Table): BodySchema => ({
  ...table,
  name: `${name}Change`,
  description: `What changes of ${what}. \`null\` clears what is optional`,
  purpose: 'change',
})

/** Describes the conflict of identifiers. @param what `an event` */
export const heldElsewhere = (what: string) =>
  `An identifier is held by ${what} of another owner, or the identifiers are held by two`

/** Operations by the names of endpoints. */
export type Operations = Record<string, Operation>

/** The operation that answers the OpenAPI document of a version. */
export const descriptionOperation: Operation = {
  tag: 'Entry point',
  summary: 'Describes this version in OpenAPI',
  answer: { mediaType: 'application/json', description: 'An OpenAPI document' },
}
