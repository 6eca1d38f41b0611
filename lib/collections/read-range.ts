import type { TimeRange } from '../fields/filter.js'
import { createdWithin, segmentsOfBlock } from './segments.js'
import { BLOCK, type NumberedList, blocksOf } from './numbered-list.js'
import { getMany, queryAll } from '../table/reads.js'
import type { Item, Table } from '../table/table.js'

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

/**
 * Reads a range of a list as far as it is visible. A page touches one or two blocks and reads both sources of their
 * members at once. A scan learns from its newest block where members are, and asks the other source only for blocks
 * that lack some: one request for a hundred members, or two in a list that was contended.
 */
export async function readParts(
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
  reading?: Reading,
): Promise<ListRange> {
  const sources: Source[] = [
    async (block) => ({ members: await readSingles(table, block, oldest, newest), skipped: 0 }),
    (block) => readSegmentMembers(table, list, block, oldest, newest, reading),
  ]
  const blocks = blocksOf(list, oldest, newest).reverse()
  const atOnce = blocks.length > 2 ? 1 : blocks.length
  const first = await Promise.all(
    blocks.slice(0, atOnce).map((block) => Promise.all(sources.map((read) => read(block)))),
  )
  const [singles, ofSegments] = (first[0] as ListRange[]).map(sizeOf) as [number, number]
  const inOrder = ofSegments > singles ? sources.toReversed() : sources
  const others = await Promise.all(
    blocks.slice(atOnce).map((block) => readInTurn(inOrder, block, membersWithin(block, oldest, newest))),
  )
  const parts = [...first, ...others].flat()
  return {
    members: parts
      .flatMap(({ members }) => members)
      .sort((one, other) => (other['ordinal'] as number) - (one['ordinal'] as number)),
    skipped: parts.reduce((sum, { skipped }) => sum + skipped, 0),
  }
}

/** Reads the members of a block from one of the two places where they are. */
type Source = (block: string) => Promise<ListRange>

const sizeOf = ({ members, skipped }: ListRange) => members.length + skipped

/** Reads a block from one source after the other, until it has as many members as it must have. */
async function readInTurn(sources: Source[], block: string, expected: number): Promise<ListRange[]> {
  const parts: ListRange[] = []
  for (const read of sources) {
    parts.push(await read(block))
    if (parts.reduce((sum, part) => sum + sizeOf(part), 0) >= expected) break
  }
  return parts
}

/** Number of ordinals of a range that lie in a block. */
function membersWithin(block: string, oldest: number, newest: number): number {
  const before = Number(block.slice(block.lastIndexOf('#') + 1)) * BLOCK
  return Math.min(newest, before + BLOCK) - Math.max(oldest, before + 1) + 1
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
