import { type Attendance, isRequested } from '../attendances/attendance.js'
import type { AttendanceDependencies } from '../attendances/record-attendance.js'
import { requireConfirmed } from '../events/rsvp-refusals.js'
import type { AttendableEvent } from '../events/event.js'
import { compareTexts } from '../fields/compare-texts.js'
import type { Decision } from '../fields/read-decision.js'
import { OsdiError } from '../runtime/errors.js'

/** The outcome of the decision on one request. */
export interface Decided {
  /** As it is now. */
  attendance: Attendance
  /** Whether the decision changed it. */
  changed: boolean
  /** Why it is refused. */
  error?: OsdiError
}

/** The dependencies of deciding on requests. */
export interface DecidingDependencies extends Pick<AttendanceDependencies, 'now'> {
  attendances: Pick<AttendanceDependencies['attendances'], 'changeStatus'>
  /** @throws OsdiError not_found */
  find: (event: string, id: string) => Promise<Attendance>
}

/**
 * Decides on some requests of an event in the order in which people asked, each by itself: one that does not fit keeps
 * none of the others. A decision that was made before changes nothing.
 * @returns what became of each, in that order
 * @throws OsdiError not_found, before any of them changes
 */
export async function decideRequests(
  event: AttendableEvent,
  ids: readonly string[],
  decision: Decision,
  { attendances, now, find }: DecidingDependencies,
): Promise<Decided[]> {
  const asked = await Promise.all([...new Set(ids)].map((id) => find(event.id, id)))
  const all: Decided[] = []
  for (const before of asked.sort((one, other) => compareTexts(since(one), since(other))))
    try {
      if (decision.state === 'approved') requireConfirmed(event)
      const attendance = await attendances.changeStatus(event, before.id, { decision, now })
      all.push({ attendance, changed: isRequested(before) })
    } catch (error) {
      if (!(error instanceof OsdiError) || error.code !== 'conflict') throw error
      all.push({ attendance: before, changed: false, error })
    }
  return all
}

const since = ({ request, created_date }: Attendance) => request?.date ?? created_date
