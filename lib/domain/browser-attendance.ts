import type { OsdiEvent } from './event.js'
import {
  type AttendanceDependencies,
  type HelperRequest,
  type RecordedAttendance,
  recordAttendance,
} from './record-attendance.js'

/**
 * Records the attendance of whoever fills in a form. People whom the list knows attend, and stay as they are:
 * anybody can type anybody's email.
 * @throws OsdiError as recordAttendance
 */
export const recordFromBrowser = (
  event: OsdiEvent,
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
