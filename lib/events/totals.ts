import { type Attendance, isComing, isConfirmed } from '../attendances/attendance.js'
import { NO_TOTALS, type Totals } from './event-fields.js'

/** The counts of attendances besides their number. */
export type Counts = Omit<Totals, 'accepted'>

/**
 * The totals of an event.
 * @param length number of its attendances of any status. In a rush, a cancellation may be counted before its attendance
 */
export const totalsOf = (length: number, counts: Partial<Counts>): Totals => ({
  ...NO_TOTALS,
  ...counts,
  accepted: Math.max(0, length - (counts.declined ?? 0) - (counts.waitlisted ?? 0)),
})

/** Returns the change of the counts when one state of an attendance follows another; empty where nothing changes. */
export function changeOfCounts(before: Attendance | undefined, after: Attendance): Partial<Counts> {
  const [old, fresh] = [countsOf(before), countsOf(after)]
  const changes = (Object.keys(fresh) as (keyof Counts)[]).map((name) => [name, fresh[name] - old[name]])
  return Object.fromEntries(changes.filter(([, change]) => change !== 0)) as Partial<Counts>
}

const countsOf = (attendance: Attendance | undefined): Counts => ({
  declined: attendance?.status === 'declined' ? 1 : 0,
  waitlisted: attendance?.status === 'tentative' ? 1 : 0,
  attended: attendance?.attended ? 1 : 0,
  attended_guests: attendance?.attended ? (attendance.attended_guests ?? 0) : 0,
  guests: attendance && isComing(attendance) ? (attendance.guests ?? 0) : 0,
  confirmed: attendance && isConfirmed(attendance) ? 1 : 0,
})
