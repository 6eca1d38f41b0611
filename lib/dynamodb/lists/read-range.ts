import type { TimeRange } from '../../domain/fields/filter.js'
import { createdWithin } from './creation-counts.js'
import { type NumberedList, blocksOf } from './numbered-list.js'
import { getMany, queryAll } from '../reads.js'
import { segmentsOfBlock } from './segments.js'
import type { Item, Table } from '../table.js'

interface Reading {
  /** Whether reads of the table, not of an index, are consistent, at twice the price. */
  consistent?: boolean
  /** Leaves out segments without a member that was created within this range of time. */
  created?: TimeRange | undefined
}

/** A part of a list, newest first. */
export interface ListRange {
  members: Item[]
  /** Number of members in segments that were left out. */
  skipped: number
}

/** Reads the members of a range that are visible, each with its ordinal, newest first. */
export const readRange = async (
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
  reading?: Reading,
): Promise<Item[]> => (await readParts(table, list, oldest, newest, reading)).members

/** Reads a range of a list as far as it is visible. */
export async function readParts(
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
  reading?: Reading,
): Promise<ListRange> {
  const [singles, ofSegments] = await Promise.all([
    Promise.all(blocksOf(list, oldest, newest).map((block) => readSingles(table, block, oldest, newest))),
    Promise.all(
      blocksOf(list, oldest, newest).map((block) =>
        readSegmentMembers(table, list, block, oldest, newest, reading),
      ),
    ),
  ])
  const members = [...singles.flat(), ...ofSegments.flatMap((part) => part.members)]
  return {
    members: members.sort((one, other) => (other['ordinal'] as number) - (one['ordinal'] as number)),
    skipped: ofSegments.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

/** Reads members whose items have their position, by the index. */
export const readSingles = (
  table: Table,
  block: string,
  oldest: number,
  newest: number,
  ProjectionExpression?: string,
) =>
  queryAll(table, {
    IndexName: 'members',
    KeyConditionExpression: '#block = :block AND #ordinal BETWEEN :oldest AND :newest',
    ExpressionAttributeNames: { '#block': 'block', '#ordinal': 'ordinal' },
    ExpressionAttributeValues: { ':block': block, ':oldest': oldest, ':newest': newest },
    ProjectionExpression,
  })

/** Reads members whose positions are in segments. */
async function readSegmentMembers(
  table: Table,
  list: NumberedList,
  block: string,
  oldest: number,
  newest: number,
  { created, ...reading }: Reading = {},
): Promise<ListRange> {
  const { keyOfMember } = list
  if (!keyOfMember) return { members: [], skipped: 0 }
  const positions = (await segmentsOfBlock(table, block, reading))
    .flatMap(({ first, members, numbered_at, creation_counts: counts }) => {
      const isSkipped = created !== undefined && counts !== undefined && createdWithin(counts, created) === 0
      return members.map((person, i) => ({ person, ordinal: first + i, numbered_at, isSkipped }))
    })
    .filter(({ ordinal }) => ordinal >= oldest && ordinal <= newest)
  const wanted = positions.filter(({ isSkipped }) => !isSkipped)
  const items = await getMany(
    table,
    wanted.map(({ person }) => keyOfMember(person)),
    reading,
  )
  const members = items.flatMap((item, i) => {
    const { ordinal, numbered_at } = wanted[i] ?? {}
    return item ? [{ ...item, ordinal, numbered_at }] : []
  })
  return { members, skipped: positions.length - wanted.length }
}
