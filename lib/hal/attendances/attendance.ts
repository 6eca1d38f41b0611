import type { Attendance } from '../../domain/attendances/attendance.js'
import type { AttendanceChange } from '../../domain/attendances/change-attendance.js'
import type { Body } from '../../domain/fields/body-field.js'
import { defaulted, optional } from '../../domain/fields/field.js'
import { oneOf, settableFlag, smallCount } from '../../domain/fields/kinds.js'
import { answers } from '../../domain/questions/answers.js'
import { identifiers } from '../../domain/fields/shared.js'
import { bodyFields } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { readChange } from '../../input/read-body.js'
import type { Paths } from '../links.js'
import type { ApiVersion } from '../version.js'

/** The fields of an attendance that may change, in every version: identifiers may be added. */
export const changeFields = (site: Site) =>
  bodyFields(
    {
      identifiers,
      status: defaulted(oneOf(['accepted', 'declined']), 'Cancels, or accepts again'),
      attended: optional(settableFlag, 'Whether the person was there; null or false takes it back', {
        isOurs: true,
      }),
      answers: optional(
        answers,
        'Answers by the ids of questions; null, false or an empty value takes one back',
        {
          isOurs: true,
        },
      ),
      guests: optional(smallCount, 'Number of guests that the person brings; null for none', {
        isOurs: true,
      }),
    },
    site,
  )

export function readAttendanceChange(
  site: Site,
  body: Body,
): { change: AttendanceChange; ignored: string[] } {
  const { values, ignored } = readChange(changeFields(site), body)
  const { identifiers, status, attended, guests, answers } = values as {
    [Key in keyof AttendanceChange]: AttendanceChange[Key] | null
  }
  return {
    change: {
      identifiers: identifiers ?? [],
      ...(status && { status }),
      ...(attended !== undefined && { attended: attended ?? false }),
      ...(guests !== undefined && { guests: guests ?? 0 }),
      ...(answers && { answers }),
    },
    ignored: status === null ? [...ignored, 'status'] : ignored,
  }
}

/** Returns the fields of an attendance on the waiting list. */
export const waiting = ({ status, waitlist_position }: Attendance) => ({
  waitlisted: status === 'tentative' ? true : undefined,
  waitlist_position,
})

/** Paths of the links of an attendance, in every version. */
export const attendancePaths = ({ attendances }: ApiVersion, { id, event, person }: Attendance): Paths => ({
  self: `events/${event}/${attendances}/${id}`,
  'osdi:event': `events/${event}`,
  'osdi:person': `people/${person}`,
})
