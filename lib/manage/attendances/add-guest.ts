import type { Attendance } from '../../domain/attendances/attendance.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import { answersInForm } from '../../domain/questions/answers.js'
import { recordAttendance } from '../../domain/attendances/record-attendance.js'
import type { ManageDependencies } from '../dependencies.js'
import { readPerson } from '../people/person-fields.js'

/**
 * Records the RSVP of a person whom the team adds.
 * @param values of the form for a person
 * @param valuesOf returns the values of all inputs of a name
 * @throws OsdiError invalid, conflict
 */
export async function addGuest(
  event: OsdiEvent,
  values: Record<string, string>,
  valuesOf: (name: string) => string[],
  dependencies: ManageDependencies['attendanceDependencies'],
): Promise<Attendance> {
  const answers = answersInForm(event.questions ?? [], valuesOf)
  const draft = Object.keys(answers).length > 0 ? { answers } : {}
  const request = { draft, person: readPerson(values), add_tags: [], remove_tags: [] }
  const { attendance } = await recordAttendance(event.owner, event, request, dependencies)
  return attendance
}
