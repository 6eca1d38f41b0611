import type { AttendableEvent } from './event.js'
import {
  type AttendanceDependencies,
  type HelperRequest,
  type RecordedAttendance,
  recordAttendance,
} from './record-attendance.js'

/**
 * Records an attendance from the form of an embed. A person who is already in the list attends but is not changed,
 * because a visitor may type the email of another person.
 * @throws OsdiError as recordAttendance
 */
export const recordFromBrowser = (
  event: AttendableEvent,
  request: HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<RecordedAttendance> => {
  const { people } = dependencies
  const strangersOnly: AttendanceDependencies['people'] = {
    ...people,
    change: (owner, id) => people.change(owner, id, async (person) => person),
  }
  return recordAttendance(event.owner, event, request, { ...dependencies, people: strangersOnly })
}
