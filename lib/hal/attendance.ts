import type { Attendance } from '../domain/attendance.js'
import type { AttendanceChange } from '../domain/change-attendance.js'
import type { Body } from '../domain/fields/body-field.js'
import { defaulted } from '../domain/fields/field.js'
import { oneOf } from '../domain/fields/kinds.js'
import { identifiers } from '../domain/fields/shared.js'
import { bodyFields } from '../domain/fields/vocabulary.js'
import { readChange } from '../input/read-body.js'
import type { Paths } from './links.js'
import type { ApiVersion } from './version.js'

/** The fields of an attendance that may change, in every version: identifiers may be added. */
export const changeFields = /* @__PURE__ */ bodyFields({
  identifiers,
  status: defaulted(oneOf(['accepted', 'declined']), 'Cancels, or accepts again'),
})

export function readAttendanceChange(body: Body): { change: AttendanceChange; ignored: string[] } {
  const { values, ignored } = readChange(changeFields, body)
  const { identifiers, status } = values as { [Key in keyof AttendanceChange]: AttendanceChange[Key] | null }
  return {
    change: { identifiers: identifiers ?? [], ...(status && { status }) },
    ignored: status === null ? [...ignored, 'status'] : ignored,
  }
}

/** Paths of the links of an attendance, in every version. */
export const attendancePaths = ({ attendances }: ApiVersion, { id, event, person }: Attendance): Paths => ({
  self: `events/${event}/${attendances}/${id}`,
  'osdi:event': `events/${event}`,
  'osdi:person': `people/${person}`,
})
