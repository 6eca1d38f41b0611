/** Number of RSVPs of an event at a time, of any status. */
export interface TimelinePoint {
  date: string
  total: number
}

/** Points of a timeline. Each costs a read, however many RSVPs there are. */
const POINTS = 24

/** The ordinals at which the RSVPs of an event are sampled: evenly, with the first and the last. */
export function sampledOrdinals(length: number): number[] {
  const count = Math.min(length, POINTS)
  if (count < 2) return count === 1 ? [1] : []
  const ordinals = Array.from({ length: count }, (_, i) => 1 + Math.round((i * (length - 1)) / (count - 1)))
  return [...new Set(ordinals)]
}
