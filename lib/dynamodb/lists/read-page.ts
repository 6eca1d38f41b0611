import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, PageRequest } from '../../domain/page.js'
import { BLOCK, type NumberedList, lengthOf, placeAt } from './numbered-list.js'
import { getMany, queryAll } from '../reads.js'
import { runsOfBlock } from './runs.js'
import { type Item, type Table, valueOf } from '../table.js'

/** How often a page looks again for members that the index does not show yet, and how long it waits between. */
const INDEX_LAG = { looks: 4, wait_ms: 20 }

/**
 * Reads one page, newest first: the length, then the members in each block it touches (one or two).
 * The index lags behind the table; because ordinals are dense, a page knows what it must hold and looks again
 * for a moment when something is missing.
 * @returns the members as they stand in the index
 */
export async function readPage<Member extends object>(
  table: Table,
  list: NumberedList,
  { page, per_page }: PageRequest,
): Promise<Page<Member>> {
  const total_records = await lengthOf(table, list)
  const newest = total_records - (page - 1) * per_page
  const oldest = Math.max(1, newest - per_page + 1)
  const members = await readWhole(table, list, oldest, newest)
  return { page, per_page, total_records, members: members.map((item) => valueOf<Member>(item)) }
}

/** The members of a range whose end is counted, newest first; it looks again for a moment while some are missing. */
export async function readWhole(table: Table, list: NumberedList, oldest: number, newest: number) {
  let members: Item[] = []
  for (let look = 0; look < INDEX_LAG.looks && members.length < newest - oldest + 1; look++) {
    if (look > 0) await sleep(INDEX_LAG.wait_ms)
    members = await readRange(table, list, oldest, newest)
  }
  return members
}

/** The members that are shown in a range, each with its ordinal, newest first. */
export async function readRange(table: Table, list: NumberedList, oldest: number, newest: number) {
  const blocks = new Set<string>()
  for (let ordinal = newest; ordinal > oldest; ordinal -= BLOCK) blocks.add(placeAt(list, ordinal).block)
  blocks.add(placeAt(list, oldest).block)
  const parts = await Promise.all(
    [...blocks].flatMap((block) => [
      readSingles(table, block, oldest, newest),
      readRuns(table, list, block, oldest, newest),
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
) {
  const { keyOfMember } = list
  if (!keyOfMember) return []
  const placed = (await runsOfBlock(table, block))
    .flatMap(({ first, members, numbered_at }) =>
      members.map((person, i) => ({ person, ordinal: first + i, numbered_at })),
    )
    .filter(({ ordinal }) => ordinal >= oldest && ordinal <= newest)
  const items = await getMany(
    table,
    placed.map(({ person }) => keyOfMember(person)),
  )
  return items.flatMap((item, i) => {
    const { ordinal, numbered_at } = placed[i] ?? {}
    return item ? [{ ...item, ordinal, numbered_at }] : []
  })
}
