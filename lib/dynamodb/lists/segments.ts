import { isA } from '../items/items.js'
import { BLOCK, type NumberedList, positionAt } from './numbered-list.js'
import { queryAll } from '../reads.js'
import { type Item, type Table, keyOf } from '../table.js'
import type { TransactItem } from '../conflicts.js'
import { putNew } from '../transaction.js'

/**
 * Members of a list that got consecutive ordinals in one batch: their persons, in the order of their ordinals. A
 * segment lies within one block, so that a page finds all segments of a block in one partition. Its key begins with
 * `run#`.
 */
export interface Segment {
  /** Ordinal of the first member. */
  first: number
  members: string[]
  /** When they got their ordinals, as an ISO date: the members may be much older. */
  numbered_at?: string | undefined
}

/** Reads the segments of a block, in order. */
export const segmentsOfBlock = async (
  table: Table,
  block: string,
  { consistent = false } = {},
): Promise<Segment[]> =>
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
export function cutIntoSegments(first: number, members: string[]): Segment[] {
  const segments: Segment[] = []
  for (let done = 0; done < members.length;) {
    const start = first + done
    const room = BLOCK - ((start - 1) % BLOCK)
    segments.push({ first: start, members: members.slice(done, done + room) })
    done += room
  }
  return segments
}

export const putSegment = (table: Table, list: NumberedList, segment: Segment): TransactItem =>
  putNew(table, keyOf.segment(positionAt(list, segment.first).block, segment.first), {
    ...segment,
    numbered_at: new Date().toISOString(),
  })

const segmentIn = ({ first, members, numbered_at }: Item): Segment => ({
  first: first as number,
  members: members as string[],
  numbered_at: numbered_at as string | undefined,
})

export const isSegment = (item: Item) => isA('segment', item)

const PREFIX = keyOf.segment('', 0).pk

/** The name of the list that a segment belongs to. */
export const listOfSegment = ({ pk }: Item) => pk.slice(PREFIX.length, pk.lastIndexOf('#'))

/** The persons of a segment with their ordinals. */
export function positionsIn(item: Item): { person: string; ordinal: number }[] {
  const { first, members } = segmentIn(item)
  return members.map((person, i) => ({ person, ordinal: first + i }))
}

function blocksOf(list: NumberedList, first: number, last: number): string[] {
  const blocks = new Set<string>()
  for (let ordinal = first; ordinal < last; ordinal += BLOCK) blocks.add(positionAt(list, ordinal).block)
  return [...blocks.add(positionAt(list, last).block)]
}
