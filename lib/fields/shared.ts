import { constant, defaulted, readOnly, required } from './field.js'
import * as kinds from './kinds.js'

/* The fields that every kind of resource has. */

export const identifiers = defaulted(
  kinds.identifiers,
  'The native identifier first, then those of callers. They are only ever added',
  { filter: 'identifier' },
)

export const originSystem = required(kinds.text, 'The system that it came from, for people to read', {
  default: 'defaultOriginSystem',
  filter: true,
})

export const createdDate = readOnly(kinds.timestamp, 'The time at which it was recorded, in UTC', {
  filter: true,
})

export const modifiedDate = readOnly(
  kinds.timestamp,
  'The time of its last change, in UTC; at first that of its creation',
  { filter: true },
)

/** The identifiers of resources that have none but the native one. */
export const nativeIdentifier = constant(identifiers.kind, [], identifiers.meaning)
