import { type Attendance, isRequested } from '../attendances/attendance.js'
import { changeAttendance } from '../attendances/change-attendance.js'
import type { AttendanceDependencies } from '../attendances/record-attendance.js'
import type { AttendableEvent } from '../events/event.js'
import { compareTexts } from '../fields/compare-texts.js'
import type { Decision } from '../fields/read-decision.js'
import { OsdiError } from '../runtime/errors.js'

/** What became of the decision on some requests. */
export interface Decided {
  /** Those that it changed. */
  changed: Attendance[]
  refused: { attendance: Attendance; error: OsdiError }[]
}

/**
 * Decides on some requests of an event in the order in which people asked, each by itself: one that does not fit keeps
 * none of the others. A decision that was made before changes nothing.
 * @throws OsdiError not_found
 */
export async function decideRequests(
  event: AttendableEvent,
  ids: readonly string[],
  decision: Decision,
  {
    find,
    ...dependencies
  }: AttendanceDependencies & { find: (event: string, id: string) => Promise<Attendance> },
): Promise<Decided> {
  const asked = await Promise.all([...new Set(ids)].map((id) => find(event.id, id)))
  const decided: Decided = { changed: [], refused: [] }
  for (const attendance of asked.sort((one, other) => compareTexts(since(one), since(other))))
    try {
      const after = await changeAttendance(event, attendance.id, { decision }, dependencies)
      if (isRequested(attendance)) decided.changed.push(after)
    } catch (error) {
      if (!(error instanceof OsdiError) || error.code !== 'conflict') throw error
      decided.refused.push({ attendance, error })
    }
  return decided
}

const since = ({ request, created_date }: Attendance) => request?.date ?? created_date
