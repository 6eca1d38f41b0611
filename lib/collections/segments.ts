import { isA } from '../table/items/items.js'
import { lateMembersOf } from './sequencer/late-members.js'
import { BLOCK, type NumberedList, blocksOf, memberKey, personOfMember, positionAt } from './numbered-list.js'
import { queryAll } from '../table/reads.js'
import { type Item, type Table, keyOf } from '../table/table.js'
import { type TransactItem, keyOfOperation } from '../table/conflicts.js'
import { putNew } from '../table/transaction.js'
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

/**
 * Members of a list that got consecutive ordinals in one batch: their persons, in the order of their ordinals. A
 * segment lies within one block, so that a page finds all segments of a block in one partition. Its key begins with
 * `segment#`.
 */
export interface Segment {
  /** Ordinal of the first member. */
  first: number
  members: string[]
  /** When they got their ordinals, as an ISO date: the members may be much older. */
  numbered_at?: string | undefined
  /** When the members were created, in lists that have creation counts. */
  creation_counts?: CreationCounts | undefined
}

/** A member that is about to get its ordinal. */
export interface NewMember {
  person: string
  /** In ISO; the item of a member has it, unless it is damaged. */
  created_date?: string | undefined
}

/** Reads the segments of a block, in order. */
export const segmentsOfBlock = async (table: Table, block: string, { consistent = false } = {}): Promise<Segment[]> =>
  (
    await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keyOf.segment(block, 0).pk },
      ConsistentRead: consistent,
    })
  ).map(segmentIn)

/** Reads the segments that begin within a range, with consistent reads. */
export async function segmentsBetween(
  table: Table,
  list: NumberedList,
  first: number,
  last: number,
): Promise<Segment[]> {
  const segments = await Promise.all(
    blocksOf(list, first, last).map((block) =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': keyOf.segment(block, first).pk,
          ':first': keyOf.segment(block, first).sk,
          ':last': keyOf.segment(block, last).sk,
        },
        ConsistentRead: true,
      }),
    ),
  )
  return segments.flat().map(segmentIn)
}

/** Makes the segments of new members from an ordinal on, one for each block. */
export function cutIntoSegments(list: NumberedList, first: number, members: NewMember[]): Segment[] {
  const numbered_at = new Date().toISOString()
  const segments: Segment[] = []
  for (let done = 0; done < members.length;) {
    const start = first + done
    const room = BLOCK - ((start - 1) % BLOCK)
    const some = members.slice(done, done + room)
    const counts = list.hasCreationCounts ? creationCountsOf(some.map(({ created_date }) => created_date)) : undefined
    segments.push({
      first: start,
      members: some.map(({ person }) => person),
      numbered_at,
      ...(counts && { creation_counts: counts }),
    })
    done += room
  }
  return segments
}

/** Makes the items of a new segment: itself, and the record of its late members if it has any. */
export const putSegment = (table: Table, list: NumberedList, segment: Segment): TransactItem[] => {
  const late = lateMembersOf(list, segment)
  return [putNew(table, keyOfSegment(list, segment), segment), ...(late ? [putNew(table, late.key, late.value)] : [])]
}

/**
 * Makes the items of the segments of members that are written in the same transaction.
 * @param items of each member
 */
export const segmentsFrom = (
  table: Table,
  list: NumberedList,
  first: number,
  items: TransactItem[][],
): TransactItem[] =>
  cutIntoSegments(
    list,
    first,
    items.map((each) => memberIn(list, each)),
  ).flatMap((segment) => putSegment(table, list, segment))

/** Returns the member of a list among the items that are written for it. */
function memberIn(list: NumberedList, items: TransactItem[]): NewMember {
  for (const item of items) {
    const { pk, sk } = keyOfOperation(item)
    const person = personOfMember({ pk })
    const key = memberKey(list, person)
    if (key.pk === pk && key.sk === sk)
      return { person, created_date: item.Put?.Item?.['created_date'] as string | undefined }
  }
  throw new Error(`No item is a member of the list "${list.name}"`)
}

/** Returns an item with its ordinal as members of segments have it. Others are not in the index of members. */
export function outOfIndex(item: TransactItem): TransactItem {
  const put = item.Put?.Item as Item | undefined
  if (!item.Put || put?.['block'] === undefined) return item
  const { block: _block, ordinal, ...others } = put
  return { ...item, Put: { ...item.Put, Item: { ...others, numbered: ordinal } } }
}

export const keyOfSegment = (list: NumberedList, { first }: Pick<Segment, 'first'>) =>
  keyOf.segment(positionAt(list, first).block, first)

export const segmentIn = ({ first, members, numbered_at, creation_counts }: Item): Segment => ({
  first: first as number,
  members: members as string[],
  numbered_at: numbered_at as string | undefined,
  creation_counts: creation_counts as CreationCounts | undefined,
})

export const isSegment = (item: Item) => isA('segment', item)

const PREFIX = keyOf.segment('', 0).pk

/** The name of the list that a segment belongs to. */
export const listOfSegment = ({ pk }: Item) => pk.slice(PREFIX.length, pk.lastIndexOf('#'))

export function positionsIn(item: Item): { person: string; ordinal: number }[] {
  const { first, members } = segmentIn(item)
  return members.map((person, i) => ({ person, ordinal: first + i }))
}
