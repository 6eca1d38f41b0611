import type { OsdiEvent } from './event.js'
import {
  type AttendancesWorld,
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
  world: AttendancesWorld,
): Promise<RecordedAttendance> => {
  const { people } = world
  const strangersOnly: AttendancesWorld['people'] = {
    ...people,
    change: (owner, id) => people.change(owner, id, async (person) => person),
  }
  return recordAttendance(event.owner, event, request, { ...world, people: strangersOnly })
}
