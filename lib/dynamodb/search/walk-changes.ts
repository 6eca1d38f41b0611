import { type Filter, matches, rangeIn } from '../../domain/filter.js'
import type { Page, PageRequest } from '../../domain/page.js'
import { type NumberedList, lengthOf } from '../lists/numbered-list.js'
import { type Table, valueOf } from '../table.js'
import { changesAfter } from './changes.js'
import { countChanges } from './count-changes.js'
import { type Dated, type Found, MOST_READ, tooWide } from './found.js'
import { settled } from './settled.js'
import { type WalkPlace, placeIn, placeText } from './walk-place.js'
import { type Reading, changesFrom, placeOf } from './walks.js'

/**
 * Walks over what was changed since a time, in the order of the changes. The first page fixes until when, and
 * counts, where it can without reading it all; `next` holds both, and where to go on. So a walk meets everything that
 * was changed between its times, but for what is changed again meanwhile: that belongs to the next walk.
 */
export async function walkChanges<Member extends Dated>(
  table: Table,
  list: NumberedList,
  request: PageRequest,
  filter: Filter<Member>,
  earliest: number,
): Promise<Page<Member>> {
  const { per_page, after } = request
  const since = Math.floor(earliest / SECOND) * SECOND
  const range = rangeIn(filter, 'modified_date')
  const walk = (reading: Reading, place: WalkPlace, counting: Counting) =>
    walkFrom(changesFrom(table, list, place, reading), request, filter, place, counting)
  const onPage = (until: number, first?: Reading['first']): Reading => ({
    range: { from: since, before: Math.min(until, range?.before ?? Infinity) },
    most: per_page + 1,
    ...(first && { first }),
  })
  if (after) {
    const place = placeIn(after)
    return (await walk(onPage(place.until), place, 'uncounted')).page
  }
  return settled(table, list, filter, async (until) => {
    const place = { ...(await placeOf(table, list, earliest)), until, seen: 0, total: 0 }
    const [length, first] = await Promise.all([
      lengthOf(table, list),
      changesAfter(table, list, place.change, FEW_IN_PARTITION),
    ])
    if (!range || (length - place.ordinal < FEW && first.wereLast))
      return walk({ range: { from: since, before: Infinity }, most: MOST_AT_ONCE, first }, place, 'counted')
    const settledRange = { from: range.from, before: Math.min(range.before, until) }
    const [{ page }, { count, hasLater }] = await Promise.all([
      walk(onPage(until, first), place, 'uncounted'),
      countChanges(table, list, place.ordinal, settledRange),
    ])
    const total_records = Math.max(count, page.total_records)
    const next = page.next && placeText({ ...placeIn(page.next), total: total_records })
    return {
      page: { ...page, total_records, ...(next && { next }) },
      hasNewer: hasLater && range.before > until,
    }
  })
}

const SECOND = 1_000
const MOST_AT_ONCE = 500

/** So many members, or changes in one partition of the index, are read faster than they are counted. */
const FEW = 1_000
const FEW_IN_PARTITION = 100

/** Whether the page counts what it leaves out. */
type Counting = 'counted' | 'uncounted'

async function walkFrom<Member extends Dated>(
  changes: ReturnType<typeof changesFrom>,
  { page, per_page, after }: PageRequest,
  filter: Filter<Member>,
  from: WalkPlace,
  counting: Counting,
): Promise<Found<Member>> {
  const before = after ? from.seen : (page - 1) * per_page
  const members: Member[] = []
  let [read, seen, hasNewer, end] = [0, from.seen, false, from]
  for await (const { item, place } of changes) {
    if (++read > MOST_READ) throw tooWide()
    const member = valueOf<Member>(item)
    if (!matches(filter, member)) continue
    if (Date.parse(member.modified_date) >= from.until) hasNewer = true
    else if (seen++ >= before && members.length < per_page) {
      members.push(member)
      end = { ...from, ...place, seen }
    } else if (counting === 'uncounted' && members.length === per_page) break
  }
  const hasMore = seen > end.seen && members.length > 0
  const total_records = after && hasMore ? Math.max(from.total, seen) : seen
  const next = hasMore && placeText({ ...end, total: total_records })
  return { page: { page, per_page, total_records, members, next }, hasNewer }
}
