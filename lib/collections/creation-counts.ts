import type { TimeRange } from '../fields/filter.js'

/**
 * Number of members that were created in each second, by the seconds since 1970. Filters compare whole seconds, so a
 * range of time takes a second wholly or not at all. The members of a batch were created within a few seconds, so that
 * the counts are small; at worst, each of the hundred members of a segment has a second of its own.
 */
export type CreationCounts = Record<string, number>

/**
 * Counts dates of creation.
 * @param dates in ISO
 * @returns undefined where a member has no date
 */
export function creationCountsOf(dates: (string | undefined)[]): CreationCounts | undefined {
  const counts: CreationCounts = {}
  for (const date of dates) {
    const second = Math.floor(Date.parse(date ?? '') / SECOND)
    if (Number.isNaN(second)) return undefined
    counts[second] = (counts[second] ?? 0) + 1
  }
  return counts
}

const SECOND = 1_000

/** Returns the number of members that were created within a range of whole seconds. */
export const createdWithin = (counts: CreationCounts, { from, before }: TimeRange): number =>
  Object.entries(counts).reduce(
    (sum, [second, count]) => (isIn(Number(second) * SECOND, from, before) ? sum + count : sum),
    0,
  )

const isIn = (time: number, from: number, before: number) => time >= from && time < before

/**
 * Members that get their ordinals so long after the end of the second of their creation are late, in milliseconds. A
 * reader finds others near the members that were created with them.
 */
export const LATE_MS = 2_000

/** The part of the counts that is late at a time, in ISO. Undefined where no member is late. */
export function lateCountsOf(counts: CreationCounts, numberedAt: string): CreationCounts | undefined {
  const before = Date.parse(numberedAt) - LATE_MS
  const late = Object.entries(counts).filter(([second]) => (Number(second) + 1) * SECOND <= before)
  return late.length > 0 ? Object.fromEntries(late) : undefined
}
