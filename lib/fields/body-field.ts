import type { GenericSchema } from 'valibot'
import type { Site } from '../runtime/site.js'

/** The fields of a body, by the names of its version. Other names are read-only or unknown, and ignored. */
export type BodyFields = Record<string, BodyField>

/** A JSON object. */
export type Body = Record<string, unknown>

export type BodyField = BodyValue & {
  /** The name of the field in the domain, where the version has another. */
  as?: string
  required?: boolean
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
