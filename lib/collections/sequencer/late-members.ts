import { type CreationCounts, lateCountsOf, type Segment } from '../segments.js'
import type { NumberedList } from '../numbered-list.js'
import { queryAll } from '../../table/reads.js'
import { type Item, type Key, type Table, keyOf } from '../../table/table.js'

/** The late members of a segment, as a record of their own keeps them. */
export interface LateMembers {
  /** First ordinal of the segment. */
  first: number
  creation_counts: CreationCounts
}

/** The record of the late members that a segment has; undefined where it has none. */
export function lateMembersOf(
  list: NumberedList,
  { first, numbered_at, creation_counts }: Segment,
): { key: Key; value: LateMembers } | undefined {
  const late = creation_counts && numbered_at && lateCountsOf(creation_counts, numbered_at)
  if (!late) return undefined
  return { key: keyOf.lateMembers(list.name, numbered_at, first), value: { first, creation_counts: late } }
}

/** Reads the records of late members that got their ordinals at a time or later. */
export const lateMembersSince = async (table: Table, { name }: NumberedList, time: number): Promise<LateMembers[]> =>
  (await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk >= :since',
    ExpressionAttributeValues: { ':pk': keyOf.lateMembers(name).pk, ':since': new Date(time).toISOString() },
  })) as (Item & LateMembers)[]
