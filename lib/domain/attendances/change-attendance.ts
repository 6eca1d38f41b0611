import { type Attendance, requireConfirmed } from './attendance.js'
import type { AttendableEvent } from '../events/event.js'
import type { Autoresponse } from '../mail/event-mail.js'
import type { AttendanceDependencies } from './record-attendance.js'
import { identifyAttendance } from './record-attendance.js'
import { allowedGuests } from '../places/guests.js'
import type { Precondition } from '../record-by-identifier.js'

/** A change of an attendance: absent fields stay. */
export interface AttendanceChange {
  /** Cancels, or accepts again. */
  status?: 'accepted' | 'declined' | undefined
  /** Whether the person was there, as the door or a caller says; false takes it back. */
  attended?: boolean | undefined
  /** The number of people whom the person brings. More than the event takes are ignored. */
  guests?: number | undefined
  /** Whether a person who comes again is mailed a confirmation; true without it. */
  autoresponse?: Autoresponse | undefined
  /** Identifiers to add. */
  identifiers?: string[] | undefined
}

/**
 * Changes an attendance, for a caller of the API, the person or the organiser. A cancellation frees the places of the
 * attendance at once. An attendance that is accepted again takes places as a new one does. A party grows within the
 * places that are left while no one waits, and shrinks at once; a party that waits may change and keeps its rank.
 * @param precondition is asked with the attendance before it changes
 * @throws OsdiError not_found; conflict when an attendance is to be accepted or a party to grow, and the event is full
 *   or cancelled, or the person was merged into another one
 */
export async function changeAttendance(
  event: AttendableEvent,
  id: string,
  { status, attended, guests: sent, autoresponse, identifiers = [] }: AttendanceChange,
  dependencies: AttendanceDependencies,
  precondition?: Precondition,
): Promise<Attendance> {
  const { attendances, now } = dependencies
  if (status === 'accepted') requireConfirmed(event)
  const guests = allowedGuests(event, sent)
  const isChange = status !== undefined || attended !== undefined || guests !== undefined
  const changed = isChange
    ? await attendances.changeStatus(event, id, { status, attended, guests, autoresponse, now, precondition })
    : undefined
  if (changed && identifiers.length === 0) return changed
  return identifyAttendance(event.id, id, identifiers, dependencies, changed ? undefined : precondition)
}
