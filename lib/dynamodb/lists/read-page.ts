import { OsdiError } from '../../domain/errors.js'
import type { Page, PageRequest } from '../../domain/page.js'
import { pauseWithinDeadline } from '../../request-context.js'
import { BLOCK, type NumberedList, lengthOf, positionAt } from './numbered-list.js'
import { getMany, queryAll } from '../reads.js'
import { segmentsOfBlock } from './segments.js'
import { type Item, type Table, valueOf } from '../table.js'

/** Pauses before a range is read again whose members the index does not show yet, in milliseconds. */
const INDEX_LAG_MS = [20, 40, 80, 160, 320]

/**
 * Reads one page, newest first: the length, then the members in each block that the page touches (one or two). A page
 * that lacks a member even after some time is returned without it.
 * @param known the length, if the caller has just read it
 * @returns the members as they are in the index
 */
export async function readPage<Member extends object>(
  table: Table,
  list: NumberedList,
  { page, per_page }: PageRequest,
  known?: number,
): Promise<Page<Member>> {
  const total_records = known ?? (await lengthOf(table, list))
  const newest = total_records - (page - 1) * per_page
  const oldest = Math.max(1, newest - per_page + 1)
  const members = await readShown(table, list, oldest, newest)
  return { page, per_page, total_records, members: members.map((item) => valueOf<Member>(item)) }
}

/**
 * Reads all members of a range whose end is counted, newest first: for a traversal, which goes on behind the range and
 * would never come back for a member that was missing.
 * @throws OsdiError busy when the index does not show all of them even after some time
 */
export async function readWhole(table: Table, list: NumberedList, oldest: number, newest: number) {
  const members = await readShown(table, list, oldest, newest)
  if (members.length < newest - oldest + 1)
    throw new OsdiError('busy', 'Something that was just recorded is not shown everywhere yet; try again')
  return members
}

/**
 * Reads the members of a range whose end is counted, newest first. The index lags behind the table. Ordinals are dense,
 * so the number of members in a range is known, and the range is read again while some are missing.
 */
export async function readShown(
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
): Promise<Item[]> {
  if (newest < oldest) return []
  let members = await readRange(table, list, oldest, newest)
  for (const pause of INDEX_LAG_MS) {
    if (members.length >= newest - oldest + 1 || !(await pauseWithinDeadline(pause))) break
    members = await readRange(table, list, oldest, newest, { consistent: true })
  }
  return members
}

/** Whether reads of the table, not of an index, are consistent, at twice the price. */
interface Reading {
  consistent?: boolean
}

/** Reads the members of a range that are visible, each with its ordinal, newest first. */
export async function readRange(
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
  reading?: Reading,
): Promise<Item[]> {
  const blocks = new Set<string>()
  for (let ordinal = newest; ordinal > oldest; ordinal -= BLOCK) blocks.add(positionAt(list, ordinal).block)
  blocks.add(positionAt(list, oldest).block)
  const parts = await Promise.all(
    [...blocks].flatMap((block) => [
      readSingles(table, block, oldest, newest),
      readSegmentMembers(table, list, block, oldest, newest, reading),
    ]),
  )
  return parts.flat().sort((one, other) => (other['ordinal'] as number) - (one['ordinal'] as number))
}

/** Reads members whose items have their position, by the index. */
const readSingles = (table: Table, block: string, oldest: number, newest: number) =>
  queryAll(table, {
    IndexName: 'members',
    KeyConditionExpression: '#block = :block AND #ordinal BETWEEN :oldest AND :newest',
    ExpressionAttributeNames: { '#block': 'block', '#ordinal': 'ordinal' },
    ExpressionAttributeValues: { ':block': block, ':oldest': oldest, ':newest': newest },
  })

/** Reads members whose positions are in segments. */
export async function readSegmentMembers(
  table: Table,
  list: NumberedList,
  block: string,
  oldest: number,
  newest: number,
  reading?: Reading,
) {
  const { keyOfMember } = list
  if (!keyOfMember) return []
  const positions = (await segmentsOfBlock(table, block, reading))
    .flatMap(({ first, members, numbered_at }) =>
      members.map((person, i) => ({ person, ordinal: first + i, numbered_at })),
    )
    .filter(({ ordinal }) => ordinal >= oldest && ordinal <= newest)
  const items = await getMany(
    table,
    positions.map(({ person }) => keyOfMember(person)),
    reading,
  )
  return items.flatMap((item, i) => {
    const { ordinal, numbered_at } = positions[i] ?? {}
    return item ? [{ ...item, ordinal, numbered_at }] : []
  })
}
