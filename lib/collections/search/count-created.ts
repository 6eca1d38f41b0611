import { createdWithin, creationCountsOf, LATE_MS, type Segment, segmentsOfBlock } from '../segments.js'
import { BLOCK, type NumberedList, lengthOf, positionAt } from '../numbered-list.js'
import { readSingles } from '../read-range.js'
import { lateMembersSince } from '../sequencer/late-members.js'
import { getMany } from '../../table/reads.js'
import type { Table } from '../../table/table.js'
import { CLOCK_MS } from './traversal.js'

/** Number of members that were created at a time or later. */
export interface CreatedSince {
  count: number
  /** The members from this ordinal on were not looked at: their dates follow from where they are. */
  end: number
}

/**
 * Counts the members of a list that were created at a time or later. Ordinals follow the dates of creation closely, so
 * it looks at the members around the time alone, block by block, until one got its ordinal well after the time. Of
 * later members, those that were created before the time have records (`lateMembersOf`).
 * @param start an ordinal; every member before it was created before the time
 * @param time in milliseconds, a whole second
 */
export async function countCreatedSince(
  table: Table,
  list: NumberedList,
  start: number,
  time: number,
): Promise<CreatedSince> {
  const length = await lengthOf(table, list)
  let [earlier, next, isPast, size] = [0, start, false, 1]
  while (next <= length && !isPast) {
    const firsts = firstsOfBlocks(next, length).slice(0, size)
    const blocks = await Promise.all(firsts.map((first) => lookAtBlock(table, list, first, length, time)))
    earlier += blocks.reduce((sum, block) => sum + block.earlier, 0)
    isPast = blocks.some((block) => block.isPast)
    next = endOfBlock(firsts.at(-1) as number) + 1
    size = Math.min(2 * size, AT_ONCE)
  }
  const late = next > length ? 0 : await countLate(table, list, next, time)
  return { count: length - start + 1 - earlier - late, end: next }
}

/** Number of blocks that are read together after the first, which is often enough. */
const AT_ONCE = 16

/** Behind a member that got its ordinal this long after the time, only late members were created before the time. */
const PAST_MS = LATE_MS + CLOCK_MS

const endOfBlock = (ordinal: number) => ordinal + BLOCK - 1 - ((ordinal - 1) % BLOCK)

function firstsOfBlocks(from: number, length: number): number[] {
  const firsts: number[] = []
  for (let first = from; first <= length && firsts.length < AT_ONCE; first = endOfBlock(first) + 1) firsts.push(first)
  return firsts
}

/** Looks at the members of one block from an ordinal on: at segments by their counts, at others by their dates. */
async function lookAtBlock(table: Table, list: NumberedList, first: number, length: number, time: number) {
  const { block } = positionAt(list, first)
  const last = Math.min(length, endOfBlock(first))
  const segments = list.keyOfMember ? await segmentsOfBlock(table, block) : []
  const [whole, parts] = [
    segments.filter((each) => each.first >= first),
    segments.filter((each) => each.first < first && each.first + each.members.length > first),
  ]
  const inSegments = [...whole, ...parts.map((each) => withoutFirst(each, first - each.first))]
  const named = inSegments.reduce((sum, { members }) => sum + members.length, 0)
  const [counts, singles] = await Promise.all([
    Promise.all(inSegments.map((segment) => countsOf(table, list, segment))),
    named > last - first ? [] : readSingles(table, block, first, last, 'created_date'),
  ])
  const ofSingles = creationCountsOf(singles.map(({ created_date }) => created_date as string)) ?? {}
  const all = [...counts, ofSingles]
  const within = (from: number, before: number) =>
    all.reduce((sum, each) => sum + createdWithin(each, { from, before }), 0)
  return {
    earlier: within(-Infinity, time),
    isPast:
      segments.some(({ numbered_at }) => Date.parse(numbered_at ?? '') >= time + PAST_MS) ||
      within(time + PAST_MS, Infinity) > 0,
  }
}

/** The rest of a segment, whose counts say nothing of a part of it. */
const withoutFirst = ({ first, members, numbered_at }: Segment, count: number): Segment => ({
  first: first + count,
  members: members.slice(count),
  numbered_at,
})

/** The counts of a segment; those of a part of one by reading its members. */
async function countsOf(table: Table, list: NumberedList, { members, creation_counts: counts }: Segment) {
  if (counts || !list.keyOfMember) return counts ?? {}
  const items = await getMany(table, members.map(list.keyOfMember))
  return creationCountsOf(items.map((item) => item?.['created_date'] as string | undefined)) ?? {}
}

/** Late members from an ordinal on that were created before a time. */
async function countLate(table: Table, list: NumberedList, from: number, time: number): Promise<number> {
  if (!list.hasCreationCounts) return 0
  const late = await lateMembersSince(table, list, time + LATE_MS)
  return late
    .filter(({ first }) => first >= from)
    .reduce((sum, each) => sum + createdWithin(each.creation_counts, { from: -Infinity, before: time }), 0)
}
