import type { Attendance } from './attendance.js'

/** Number of RSVPs of an event at a time, of any status. */
export interface TimelinePoint {
  date: string
  total: number
}

/** The most points of a timeline, without its last one. There are half as many after they were thinned out. */
const MOST_POINTS = 48

/** The distance of the RSVPs that a timeline of so many keeps. A power of two: what it keeps, shorter ones kept. */
const distanceFor = (total: number) => 2 ** Math.max(0, Math.ceil(Math.log2(total / MOST_POINTS)))

/**
 * Adds the RSVPs that follow in the order of their ordinals. Ordinals are dense and follow time, so the RSVP with an
 * ordinal says how many there were when it came. The result depends on nothing but the RSVPs counted.
 */
export function withPoints(
  points: readonly TimelinePoint[],
  counted: number,
  next: readonly Pick<Attendance, 'created_date'>[],
): TimelinePoint[] {
  const last = counted + next.length
  const distance = distanceFor(last)
  const all = [...points, ...next.map(({ created_date: date }, i) => ({ date, total: counted + 1 + i }))]
  return all.filter(({ total }) => (total - 1) % distance === 0 || total === last)
}

/** Puts points in the order of time. Ordinals that were assigned after a rush may be out of it by a second. */
export function inOrderOfTime(points: readonly TimelinePoint[]): TimelinePoint[] {
  let latest = ''
  return points.map(({ date, total }) => ({ date: (latest = date > latest ? date : latest), total }))
}
