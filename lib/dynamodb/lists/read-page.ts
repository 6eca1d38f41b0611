import { setTimeout as sleep } from 'node:timers/promises'
import { OsdiError } from '../../domain/errors.js'
import type { Page, PageRequest } from '../../domain/page.js'
import { BLOCK, type NumberedList, lengthOf, placeAt } from './numbered-list.js'
import { getMany, queryAll } from '../reads.js'
import { runsOfBlock } from './runs.js'
import { type Item, type Table, valueOf } from '../table.js'

/** After how many milliseconds a range is looked at again whose members the index does not show yet. */
const INDEX_LAG_MS = [20, 40, 80, 160, 320]

/**
 * Reads one page, newest first: the length, then the members in each block it touches (one or two). A page that
 * lacks a member even after some time is shown without it: who looks at a page rather sees the others than none.
 * @param known the length, if the caller has just read it
 * @returns the members as they stand in the index
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
 * All members of a range whose end is counted, newest first: for whoever goes on behind them, and would never come
 * back for one that was missing.
 * @throws OsdiError busy when some are not shown even after some time
 */
export async function readWhole(table: Table, list: NumberedList, oldest: number, newest: number) {
  const members = await readShown(table, list, oldest, newest)
  if (members.length < newest - oldest + 1)
    throw new OsdiError('busy', 'Something that was just recorded is not shown everywhere yet; try again')
  return members
}

/**
 * The members of a range whose end is counted, newest first. The index lags behind the table; because ordinals are
 * dense, it is known what a range must hold, and looked at again while some are missing.
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
    if (members.length >= newest - oldest + 1) break
    await sleep(pause)
    members = await readRange(table, list, oldest, newest, { consistent: true })
  }
  return members
}

/** Whether what is no index is read as it stands this moment, at twice the price. */
interface Reading {
  consistent?: boolean
}

/** The members that are shown in a range, each with its ordinal, newest first. */
export async function readRange(
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
  reading?: Reading,
): Promise<Item[]> {
  const blocks = new Set<string>()
  for (let ordinal = newest; ordinal > oldest; ordinal -= BLOCK) blocks.add(placeAt(list, ordinal).block)
  blocks.add(placeAt(list, oldest).block)
  const parts = await Promise.all(
    [...blocks].flatMap((block) => [
      readSingles(table, block, oldest, newest),
      readRuns(table, list, block, oldest, newest, reading),
    ]),
  )
  return parts.flat().sort((one, other) => (other['ordinal'] as number) - (one['ordinal'] as number))
}

/** Members that carry their place, by the index. */
const readSingles = (table: Table, block: string, oldest: number, newest: number) =>
  queryAll(table, {
    IndexName: 'members',
    KeyConditionExpression: '#block = :block AND #ordinal BETWEEN :oldest AND :newest',
    ExpressionAttributeNames: { '#block': 'block', '#ordinal': 'ordinal' },
    ExpressionAttributeValues: { ':block': block, ':oldest': oldest, ':newest': newest },
  })

/** Members that were numbered together, by the runs that hold their order. */
export async function readRuns(
  table: Table,
  list: NumberedList,
  block: string,
  oldest: number,
  newest: number,
  reading?: Reading,
) {
  const { keyOfMember } = list
  if (!keyOfMember) return []
  const placed = (await runsOfBlock(table, block, reading))
    .flatMap(({ first, members, numbered_at }) =>
      members.map((person, i) => ({ person, ordinal: first + i, numbered_at })),
    )
    .filter(({ ordinal }) => ordinal >= oldest && ordinal <= newest)
  const items = await getMany(
    table,
    placed.map(({ person }) => keyOfMember(person)),
    reading,
  )
  return items.flatMap((item, i) => {
    const { ordinal, numbered_at } = placed[i] ?? {}
    return item ? [{ ...item, ordinal, numbered_at }] : []
  })
}
