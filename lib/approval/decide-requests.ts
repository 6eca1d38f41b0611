import { type Attendance, isRequested } from '../attendances/attendance.js'
import type { Attending, StatusChange } from '../attendances/record-attendance.js'
import { requireConfirmed } from '../events/rsvp-refusals.js'
import type { AttendableEvent } from '../events/event.js'
import { compareTexts } from '../fields/compare-texts.js'
import type { Decision } from '../fields/read-decision.js'
import { OsdiError } from '../runtime/errors.js'
import { changeStatus } from '../attendances/store/change-status.js'
import { findAttendance } from '../attendances/store/read-attendances.js'

/** The outcome of the decision on one request. */
export interface Decided {
  /** As it is now. */
  attendance: Attendance
  /** Whether the decision changed it. */
  changed: boolean
  /** Why it is refused. */
  error?: OsdiError
}

/**
 * Decides on some requests of an event in the order in which people asked, each by itself: one that does not fit keeps
 * none of the others. A decision that was made before changes nothing.
 * @param preconditionOf returns what is asked with a request before it changes, by the id of its attendance
 * @returns what became of each, in that order
 * @throws OsdiError not_found, before any of them changes
 */
export async function decideRequests(
  { table, reactions, now }: Pick<Attending, 'table' | 'reactions' | 'now'>,
  event: AttendableEvent,
  ids: readonly string[],
  decision: Decision,
  preconditionOf: (request: string) => StatusChange['precondition'] = () => undefined,
): Promise<Decided[]> {
  const asked = await Promise.all([...new Set(ids)].map((id) => findAttendance({ table, reactions }, event.id, id)))
  const all: Decided[] = []
  for (const before of asked.sort((one, other) => compareTexts(since(one), since(other))))
    try {
      if (decision.state === 'approved') requireConfirmed(event)
      const attendance = await changeStatus(table, reactions, event, before.id, {
        decision,
        now,
        precondition: isRequested(before) ? preconditionOf(before.id) : undefined,
      })
      all.push({ attendance, changed: isRequested(before) })
    } catch (error) {
      if (!(error instanceof OsdiError) || error.code !== 'conflict') throw error
      all.push({ attendance: before, changed: false, error })
    }
  return all
}

const since = ({ request, created_date }: Attendance) => request?.date ?? created_date
