import { OsdiError } from '../runtime/errors.js'
import type { TimeRange } from '../fields/filter.js'
import type { Page, PageRequest } from '../fields/page.js'
import { pauseWithinDeadline } from '../runtime/request-context.js'
import { type NumberedList, lengthOf } from './numbered-list.js'
import { type ListRange, readParts } from './read-range.js'
import { type Item, type Table, valueOf } from '../table/table.js'

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
 * Reads the members of a range whose end is counted, newest first: for a traversal, which goes on behind the range and
 * would never come back for a member that was missing.
 * @param created leaves out segments without a member that was created within this range of time
 * @throws OsdiError busy when the index does not show all of them even after some time
 */
export async function readWhole(
  table: Table,
  list: NumberedList,
  oldest: number,
  newest: number,
  created?: TimeRange,
): Promise<Item[]> {
  const { members, isWhole } = await readPatiently(table, list, oldest, newest, created)
  if (!isWhole) throw new OsdiError('busy', 'Something that was just recorded is not shown everywhere yet; try again')
  return members
}

/** Reads the members of a range whose end is counted, newest first, as far as they are visible after some time. */
export const readShown = async (table: Table, list: NumberedList, oldest: number, newest: number) =>
  (await readPatiently(table, list, oldest, newest)).members

/**
 * Reads a range again while some of its members are missing. The index lags behind the table. Ordinals are dense, so
 * the number of members in a range is known.
 */
async function readPatiently(table: Table, list: NumberedList, oldest: number, newest: number, created?: TimeRange) {
  if (newest < oldest) return { members: [], isWhole: true }
  const isWhole = ({ members, skipped }: ListRange) => members.length + skipped >= newest - oldest + 1
  let range = await readParts(table, list, oldest, newest, { created })
  for (const pause of INDEX_LAG_MS) {
    if (isWhole(range) || !(await pauseWithinDeadline(pause))) break
    range = await readParts(table, list, oldest, newest, { consistent: true, created })
  }
  return { members: range.members, isWhole: isWhole(range) }
}
