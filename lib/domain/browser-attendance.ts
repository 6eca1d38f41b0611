import { type Attendance, newAttendance, requireNotCancelled } from './attendance.js'
import type { AttendableEvent } from './event.js'
import {
  type AttendanceDependencies,
  type HelperRequest,
  comingAgain,
  personalListOf,
  recordAttendance,
} from './record-attendance.js'
import { matchPerson } from './record-person.js'

/**
 * Records an attendance from the form of an embed. A person who is already in the list attends but is not changed,
 * because a visitor may type the email of another person.
 * @throws OsdiError conflict when the event is cancelled, or full: for people who attend already too, because the
 *   answer must not tell who they are
 */
export async function recordFromBrowser(
  event: AttendableEvent,
  request: HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<Attendance> {
  const { people } = dependencies
  const unchanging: AttendanceDependencies = {
    ...dependencies,
    people: { ...people, change: (owner, id) => people.change(owner, id, async (person) => person) },
  }
  if (event.capacity !== undefined) return recordWithinCapacity(event, request, unchanging)
  return (await recordAttendance(event.owner, event, request, unchanging)).attendance
}

/** Records an attendance and a new person in one transaction, so a full event adds no one to the owner's list. */
async function recordWithinCapacity(
  event: AttendableEvent,
  { person: sent }: HelperRequest,
  dependencies: AttendanceDependencies,
): Promise<Attendance> {
  const { attendances, now } = dependencies
  requireNotCancelled(event)
  for (;;) {
    const { known, fresh } = await matchPerson(event.owner, sent, dependencies)
    const attendance = newAttendance(event.id, (known ?? fresh).id, {}, now())
    const recorded = await attendances.recordForVisitor(attendance, event, {
      person: fresh,
      personalList: personalListOf(event),
    })
    if (recorded) return comingAgain(event, recorded, dependencies)
  }
}
