import type { Counts } from '../events/totals.js'
import { type Attendance, isComing, isConfirmed, standingOf } from './attendance.js'

/** Returns the change of the counts when one state of an attendance follows another; empty where nothing changes. */
export function changeOfCounts(before: Attendance | undefined, after: Attendance): Partial<Counts> {
  const [old, fresh] = [countsOf(before), countsOf(after)]
  const changes = (Object.keys(fresh) as (keyof Counts)[]).map((name) => [name, fresh[name] - old[name]])
  return Object.fromEntries(changes.filter(([, change]) => change !== 0)) as Partial<Counts>
}

const countsOf = (attendance: Attendance | undefined): Counts => ({
  declined: attendance?.status === 'declined' ? 1 : 0,
  waitlisted: attendance && standingOf(attendance) === 'tentative' ? 1 : 0,
  requested: attendance && standingOf(attendance) === 'requested' ? 1 : 0,
  attended: attendance?.attended ? 1 : 0,
  attended_guests: attendance?.attended ? (attendance.attended_guests ?? 0) : 0,
  guests: attendance && isComing(attendance) ? (attendance.guests ?? 0) : 0,
  confirmed: attendance && isConfirmed(attendance) ? 1 : 0,
})
