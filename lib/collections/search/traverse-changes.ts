import { type Filter, matches, rangeIn } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import { type NumberedList, lengthOf } from '../numbered-list.js'
import { type Table, valueOf } from '../../table/table.js'
import { changesAfter } from './changes.js'
import { countChanges } from './count-changes.js'
import { type Dated, type Found, MOST_READ, tooWide } from './found.js'
import { readBelowWatermark } from './read-below-watermark.js'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.js'
import { type Reading, changesFrom, startOf } from './traversal.js'

/**
 * Reads a page of a traversal: the members that were changed since a time, in the order of the changes. The first page
 * fixes the end of the time window and counts the members, where it can without reading them. Its cursor carries both,
 * and the positions to continue at. So a traversal finds every change within its window. A member that changes
 * meanwhile leaves the window and belongs to the next traversal.
 * @throws OsdiError invalid for a malformed cursor, and when too many members would have to be read
 */
export async function traverseChanges<Member extends Dated>(
  table: Table,
  list: NumberedList,
  request: PageRequest,
  filter: Filter<Member>,
  earliest: number,
): Promise<Page<Member>> {
  const { per_page, after } = request
  const since = Math.floor(earliest / SECOND) * SECOND
  const range = rangeIn(filter, 'modified_date')
  const traverse = (reading: Reading, position: Cursor, counting: Counting) =>
    readPageFrom(changesFrom(table, list, position, reading), request, filter, position, counting)
  const onPage = (until: number, first?: Reading['first']): Reading => ({
    range: { from: since, before: Math.min(until, range?.before ?? Infinity) },
    most: per_page + 1,
    ...(first && { first }),
  })
  if (after) {
    const position = decodeCursor(after)
    return (await traverse(onPage(position.until), position, 'uncounted')).page
  }
  return readBelowWatermark(table, list, filter, async (until) => {
    const position = { ...(await startOf(table, list, earliest)), until, seen: 0, total: 0 }
    const [length, first] = await Promise.all([
      lengthOf(table, list),
      changesAfter(table, list, position.change, FEW_IN_PARTITION),
    ])
    // All who were created since would be read one after the other, for longer than a request lasts.
    if (!range && length - position.ordinal >= MOST_READ) throw tooWide()
    if (!range || (length - position.ordinal < FEW && first.wereLast))
      return traverse({ range: { from: since, before: Infinity }, most: MOST_AT_ONCE, first }, position, 'counted')
    const visibleRange = { from: range.from, before: Math.min(range.before, until) }
    const [{ page }, { count, hasLater }] = await Promise.all([
      traverse(onPage(until, first), position, 'uncounted'),
      countChanges(table, list, position.ordinal, visibleRange),
    ])
    const total_records = Math.max(count, page.total_records)
    const next = page.next && encodeCursor({ ...decodeCursor(page.next), total: total_records })
    return {
      page: { ...page, total_records, ...(next && { next }) },
      hasNewer: hasLater && range.before > until,
    }
  })
}

const SECOND = 1_000
const MOST_AT_ONCE = 500

/** Below these numbers of members, or of changes in one partition of the index, reading is faster than counting. */
const FEW = 1_000
const FEW_IN_PARTITION = 100

/** Whether the page counts what it leaves out. */
type Counting = 'counted' | 'uncounted'

async function readPageFrom<Member extends Dated>(
  changes: ReturnType<typeof changesFrom>,
  { page, per_page, after }: PageRequest,
  filter: Filter<Member>,
  from: Cursor,
  counting: Counting,
): Promise<Found<Page<Member>>> {
  const before = after ? from.seen : (page - 1) * per_page
  const members: Member[] = []
  let [read, seen, hasNewer, end] = [0, from.seen, false, from]
  for await (const { item, position } of changes) {
    if (++read > MOST_READ) throw tooWide()
    const member = valueOf<Member>(item)
    if (!matches(filter, member)) continue
    if (Date.parse(member.modified_date) >= from.until) hasNewer = true
    else if (seen++ >= before && members.length < per_page) {
      members.push(member)
      end = { ...from, ...position, seen }
    } else if (counting === 'uncounted' && members.length === per_page) break
  }
  const hasMore = seen > end.seen && members.length > 0
  const total_records = after && hasMore ? Math.max(from.total, seen) : seen
  const next = hasMore && encodeCursor({ ...end, total: total_records })
  return { page: { page, per_page, total_records, members, next }, hasNewer }
}
