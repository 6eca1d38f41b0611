import type { Attendance } from '../attendance.js'
import type { OsdiEvent } from '../../events/event.js'
import { answersInForm } from '../../questions/answers.js'
import { type Attending, recordAttendance } from '../record-attendance.js'
import { readPerson } from '../../people/manage/person-fields.manage.js'

/**
 * Records the RSVP of a person whom the team adds.
 * @param values of the form for a person
 * @param valuesOf returns the values of all inputs of a name
 * @throws OsdiError invalid, conflict
 */
export async function addGuest(
  attending: Attending,
  event: OsdiEvent,
  values: Record<string, string>,
  valuesOf: (name: string) => string[],
): Promise<Attendance> {
  const answers = answersInForm(event.questions ?? [], valuesOf)
  const draft = Object.keys(answers).length > 0 ? { answers } : {}
  const request = { draft, person: readPerson(values), add_tags: [], remove_tags: [] }
  const { attendance } = await recordAttendance(attending, event.owner, event, request)
  return attendance
}
