import type { Body } from '../domain/fields/body-field.js'
import { identifiers } from '../domain/fields/shared.js'
import { bodyFields } from '../domain/fields/vocabulary.js'
import { readChange } from '../input/read-body.js'

/** What may change of an attendance, in every version: its identifiers, and only by more of them. */
export const changeFields = bodyFields({ identifiers })

export function readAttendanceChange(body: Body) {
  const { values, ignored } = readChange(changeFields, body)
  return { identifiers: (values['identifiers'] ?? []) as string[], ignored }
}
