import type { Site } from '../runtime/site.js'
import type { Schema } from './json-schema.js'
import type { GenericSchema } from 'valibot'

/**
 * A type of value: how it is read from a body, serialized in answers and compared by filters. `Sent` is the type in a
 * body, `Kept` the type in an item.
 */
export interface Kind<Sent = never, Kept = Sent> {
  /** The reader of the value in a body. Absent for a field that callers never send. */
  body?: BodyValue
  /** The schema of the value in answers, with its meaning. */
  schema: (meaning: string) => Schema
  /** Turns the kept value into the value in answers. Without it, both are the same. */
  serialize?: (kept: Kept, context: { site: Site; id: string }) => unknown
  /** The comparison in filters, where they may name the field. */
  comparison?: 'text' | 'id' | 'state' | 'identifiers' | 'date' | 'clock' | 'flag' | 'number'
  /** Whether a change replaces what is kept by what is sent. Otherwise the domain derives what is kept. */
  isKeptAsSent?: true
  /** Only for the compiler. */
  types?: (sent: Sent) => Kept
}

/** Texts within a value, any one of which may match; `normal` brings both sides into the form that is kept. */
export interface Texts {
  of: (kept: never) => (string | undefined)[]
  normal?: (text: string) => string
  /** Whether a value is what a text says, where equality of texts is not enough. */
  isSame?: (value: string, text: string) => boolean
}

type Presence =
  /** POST must send it. */
  | 'required'
  /** Absent from answers when it has no value. */
  | 'optional'
  /** In every answer. */
  | 'always'
  /** In every answer, with the presumed value where the item has none. */
  | 'presumed'

/** One field of a resource. Everything that depends on the field follows from this declaration. */
export interface Field {
  // Kinds are compared by their own tables; here, any kind fits.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  kind: Kind<any, any>
  meaning: string
  presence: Presence
  /** Whether callers may set it on POST and PUT. */
  settable: boolean
  /**
   * Names who sets a field that no body has: organizers, by a line of their own interface or in another way, or a key
   * by a decision on what waits.
   */
  settableBy?: 'interface' | 'organizers' | 'decision'
  /** Whether the item holds it under its name; a serializer computes the others. */
  stored: boolean
  /** The value of a field that is the same for every resource. */
  constant?: unknown
  /** The value of a field in a resource whose item does not have it: what most resources have. */
  presumed?: unknown
  /** Whether it is not a field of OSDI and carries the prefix of the installation: `service:hidden`. */
  isOurs?: true
  default?: BodyField['default']
  /** Names in filters: the field's own, another one, or names of texts within it. */
  filter?: true | string | Record<string, Texts>
  /** The value in filters of a field that no item holds. */
  computedOf?: (resource: never) => unknown
  /** Columns of files of people, each with its text. */
  columns?: Record<string, (kept: never) => string | undefined>
}

/** Everything that a kind of resource holds, in the order in which answers show it. */
export type Fields = Record<string, Field>

type More = Partial<Pick<Field, 'isOurs' | 'default' | 'filter' | 'computedOf' | 'columns'>>

type Declared<K, P extends Presence, IsSettable extends boolean, IsStored extends boolean> = Field & {
  kind: K
  presence: P
  settable: IsSettable
  stored: IsStored
}

const field =
  <P extends Presence, IsSettable extends boolean, IsStored extends boolean>(
    presence: P,
    settable: IsSettable,
    stored: IsStored,
  ) =>
  <K>(kind: K, meaning: string, more: More = {}): Declared<K, P, IsSettable, IsStored> =>
    ({ kind, meaning, presence, settable, stored, ...more }) as Declared<K, P, IsSettable, IsStored>

/** Callers set it; POST must send it, and nothing clears it. */
export const required = field('required', true, true)
/** Callers set it; `null` clears it, and answers leave it out when it has no value. */
export const optional = field('optional', true, true)
/** Callers set it; without a value it has a default. */
export const defaulted = field('always', true, true)
/** The server sets it. */
export const readOnly = field('always', false, true)
/** The server sets it, and answers leave it out when it has no value. */
export const readOnlyOptional = field('optional', false, true)
/** Only the organizer's own interface sets it; answers leave it out when it has no value. */
export const setInInterface = <K>(kind: K, meaning: string, more: More = {}) => ({
  ...readOnlyOptional(kind, meaning, more),
  settableBy: 'interface' as const,
})

/** No item holds it: a serializer computes it for every answer. */
export const computed = field('always', false, false)
/** No item holds it: a serializer computes it where there is something to show. */
export const computedOptional = field('optional', false, false)

/** The server sets it; where the item does not have it, answers and filters take the presumed value. */
export const presumed = <K>(kind: K, value: unknown, meaning: string, more: More = {}) => ({
  ...field('presumed', false, true)(kind, meaning, more),
  presumed: value,
})

/** Declares a field that callers set and `null` resets. Responses show the presumed value if the item lacks it. */
export const presumedUntilSet = <K>(kind: K, value: unknown, meaning: string, more: More = {}) => ({
  ...field('presumed', true, true)(kind, meaning, more),
  presumed: value,
})

/** A field with the same value in every answer. */
export const constant = <K>(kind: K, value: unknown, meaning: string, more: More = {}) => ({
  ...field('always', false, false)(kind, meaning, more),
  constant: value,
})

type SentOf<F> = F extends { kind: Kind<infer Sent, infer _Kept> } ? Sent : never
type KeptOf<F> = F extends { kind: Kind<infer _Sent, infer Kept> } ? Kept : never

type KeysOf<T, Shape> = { [Key in keyof T]: T[Key] extends Shape ? Key : never }[keyof T]

/** The names of the fields that only the organizer's own interface sets. */
export type NamesSetInInterface<T> = KeysOf<T, { settableBy: 'interface' }>

/** The part of an item that a table of fields declares. */
export type Stored<T> = {
  [Key in KeysOf<T, { stored: true; presence: 'required' | 'always' }>]: KeptOf<T[Key]>
} & {
  [Key in KeysOf<T, { stored: true; presence: 'optional' | 'presumed' }>]?: KeptOf<T[Key]>
}

/** A valid POST: optional fields without a value are absent. */
export type Draft<T> = {
  [Key in KeysOf<T, { settable: true; presence: 'required' }>]: SentOf<T[Key]>
} & {
  [Key in KeysOf<T, { settable: true; presence: 'optional' | 'always' | 'presumed' }>]?: SentOf<T[Key]>
}

/** A valid PUT: absent fields stay, null clears. */
export type Change<T> = { [Key in KeysOf<T, { settable: true }>]?: SentOf<T[Key]> | null }

/** The fields of a body, by the names of its version. Other names are read-only or unknown, and ignored. */
export type BodyFields = Record<string, BodyField>

/** A JSON object. */
export type Body = Record<string, unknown>

export type BodyField = BodyValue & {
  /** The name of the field in the domain, where the version has another. */
  as?: string
  required?: boolean
  /** Whether a PUT ignores an empty value, as for a required field, though a POST does without the field. */
  neverCleared?: true
  /** The name of the field in the other version, which a refusal tells from this one. */
  elsewhere?: string
  /** The setting of the installation that replaces a missing value on POST. */
  default?: 'defaultOriginSystem'
}

/** The shape of a value in a body. */
export type BodyValue =
  /** `asText` returns the text of a value that is none, given the fields beside it. */
  | { value: GenericSchema; asText?: (sent: unknown, beside: Body) => unknown }
  /** A list of independent entries. */
  | { each: GenericSchema; most: number }
  /** A value that is taken as a whole, or not at all. A POST names each fault within it. */
  | { whole: GenericSchema }
  /** A list of which only the first entry is read. `orAlone` also takes the entry without a list around it. */
  | { firstOf: GenericSchema; orAlone?: boolean }
  /** Values under names that callers choose. */
  | { named: GenericSchema; names: GenericSchema; most: number }
  /** An object with fields of its own. */
  | { fields: BodyFields }
  /** A list of objects of which the primary one is read, or else the first. */
  | { primaryOf: BodyFields }

/** Returns the value of a missing field on POST, if the installation sets one. */
export const defaultOf = (field: BodyField, site: Pick<Site, 'defaultOriginSystem'>): string | undefined =>
  field.default && site[field.default]

/**
 * Applies the fields of a change that are kept as they are sent: a value replaces, null clears what is optional and
 * changes nothing else. So does an empty list. Identifiers are only ever added.
 */
export function applyChange<T extends Fields, Resource extends { identifiers: string[] }>(
  fields: T,
  resource: Resource,
  change: Change<T>,
): Resource {
  const changed: Record<string, unknown> & Resource = { ...resource }
  for (const [name, value] of Object.entries(change)) {
    const field = fields[name]
    if (!field?.kind.isKeptAsSent || value === undefined) continue
    const isNone = value === null || (Array.isArray(value) && value.length === 0)
    if (isNone && field.presence === 'optional') delete changed[name]
    else if (value !== null) Object.assign(changed, { [name]: value })
  }
  const { identifiers } = change as { identifiers?: string[] | null }
  return { ...changed, identifiers: [...new Set([...resource.identifiers, ...(identifiers ?? [])])] }
}
