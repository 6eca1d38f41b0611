import { MAX_IDENTIFIERS_PER_REQUEST } from '../domain/identifier.js'
import { type Body, type Fields, readChange } from './fields.js'
import { identifier } from './values.js'

export const identifierFields: Fields = {
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
}

/** What may change of an attendance, in every version: its identifiers, and only by more of them. */
export function readAttendanceChange(body: Body) {
  const { values, ignored } = readChange(identifierFields, body)
  return { identifiers: (values['identifiers'] ?? []) as string[], ignored }
}
