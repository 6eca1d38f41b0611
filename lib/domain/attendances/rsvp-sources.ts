import type { Attendance } from './attendance.js'

/** Number of RSVPs of an event from each source, of any status. */
export interface RsvpSources {
  /** Numbers by `referrer_data.source`. */
  counts: Record<string, number>
  /** RSVPs of further sources, beyond as many as are kept. */
  further: number
  /** Number of RSVPs that are counted. The page of an event with very many goes on counting when it is opened again. */
  counted: number
}

export const NO_SOURCES: RsvpSources = { counts: {}, further: 0, counted: 0 }

/** Visitors may make up sources: no more are told apart. */
const MOST_SOURCES = 100
export const MOST_LETTERS = 60

/** Adds the RSVPs that follow in the order of their ordinals. The result depends on nothing but the RSVPs counted. */
export function withRsvps(
  { counts, further, counted }: RsvpSources,
  next: readonly Pick<Attendance, 'referrer_data'>[],
): RsvpSources {
  const all = new Map(Object.entries(counts))
  let more = further
  for (const { referrer_data } of next) {
    const source = referrer_data.source.slice(0, MOST_LETTERS)
    if (all.has(source) || all.size < MOST_SOURCES) all.set(source, (all.get(source) ?? 0) + 1)
    else more++
  }
  return { counts: Object.fromEntries(all), further: more, counted: counted + next.length }
}
