import type { Body } from '../domain/fields/body-field.js'
import { identifiers } from '../domain/fields/shared.js'
import { bodyFields } from '../domain/fields/vocabulary.js'
import { readChange } from '../input/read-body.js'

/** The fields of an attendance that may change, in every version: identifiers may be added. */
export const changeFields = bodyFields({ identifiers })

export function readAttendanceChange(body: Body) {
  const { values, ignored } = readChange(changeFields, body)
  return { identifiers: (values['identifiers'] ?? []) as string[], ignored }
}
