import { type Attendance, isRequested } from './attendance.js'
import { isReservedName } from '../fields/values.js'
import { type TimelinePoint, withPoints } from './rsvp-timeline.js'

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
    ...{ counts: Object.fromEntries(all), further: more, counted: counted + next.length },
    points: withPoints(points, before, rsvps),
  }
}
