import { type Attendance, isRequested } from './attendance.js'
import { isReservedName } from '../fields/values.js'

/** Number of RSVPs of an event at a time, of any status. */
export interface TimelinePoint {
  date: string
  total: number
}

/** The most points of a timeline, without its last one. There are half as many after they were thinned out. */
const MOST_POINTS = 48

/** Returns the step between the RSVPs that a timeline keeps: a power of two, so that shorter ones kept them, too. */
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

/**
 * Statistics of the first RSVPs of an event, of any status: how many came from each source, and when they came. A
 * request that waits is none yet.
 */
export interface RsvpStatistics {
  /** Numbers by `referrer_data.source`. */
  counts: Record<string, number>
  /** RSVPs of further sources, beyond as many as are kept. */
  further: number
  /** Number of RSVPs that were looked at, with requests. */
  counted: number
  /** The timeline of the RSVPs that are counted. */
  points: TimelinePoint[]
}

export const NOTHING_COUNTED: RsvpStatistics = { counts: {}, further: 0, counted: 0, points: [] }

/** Visitors may make up sources: no more are told apart, and none that no map in the table can hold. */
const MOST_SOURCES = 100
export const MOST_LETTERS = 60

/** Adds the RSVPs that follow in the order of their ordinals. The result depends on nothing but the RSVPs counted. */
export function withRsvps(
  { counts, further, counted, points }: RsvpStatistics,
  next: readonly Pick<Attendance, 'referrer_data' | 'created_date' | 'status' | 'request'>[],
): RsvpStatistics {
  const rsvps = next.filter((each) => !isRequested(each))
  const before = Object.values(counts).reduce((sum, count) => sum + count, further)
  const all = new Map(Object.entries(counts))
  let more = further
  for (const { referrer_data } of rsvps) {
    const source = referrer_data.source.slice(0, MOST_LETTERS)
    if (!isReservedName(source) && (all.has(source) || all.size < MOST_SOURCES))
      all.set(source, (all.get(source) ?? 0) + 1)
    else more++
  }
  return {
    counts: Object.fromEntries(all),
    further: more,
    counted: counted + next.length,
    points: withPoints(points, before, rsvps),
  }
}
