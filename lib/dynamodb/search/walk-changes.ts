import { type Filter, matches, rangeIn } from '../../domain/filter.js'
import type { Page, PageRequest } from '../../domain/page.js'
import type { NumberedList } from '../lists/numbered-list.js'
import { type Table, valueOf } from '../table.js'
import { areMany, countChanges } from './count-changes.js'
import { type Dated, type Found, MOST_READ, tooWide } from './found.js'
import { settled } from './settled.js'
import { type WalkPlace, placeIn, placeText } from './walk-place.js'
import { changesFrom, placeOf } from './walks.js'

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
  since: number,
): Promise<Page<Member>> {
  const { per_page, after } = request
  if (after) {
    const place = placeIn(after)
    return (await walkFrom(table, list, request, filter, place, per_page + 1)).page
  }
  const range = rangeIn(filter, 'modified_date')
  return settled(table, list, filter, async (until) => {
    const place = { ...(await placeOf(table, list, since)), until, seen: 0, total: 0 }
    if (!range || !(await areMany(table, list, place.ordinal, range)))
      return walkFrom(table, list, request, filter, place, MOST_AT_ONCE)
    const settledRange = { from: range.from, before: Math.min(range.before, until) }
    const [{ page }, { count, hasLater }] = await Promise.all([
      walkFrom(table, list, request, filter, place, per_page + 1, 'uncounted'),
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

const MOST_AT_ONCE = 500

async function walkFrom<Member extends Dated>(
  table: Table,
  list: NumberedList,
  { page, per_page, after }: PageRequest,
  filter: Filter<Member>,
  from: WalkPlace,
  most: number,
  counting: 'counted' | 'uncounted' = after ? 'uncounted' : 'counted',
): Promise<Found<Member>> {
  const before = after ? from.seen : (page - 1) * per_page
  const members: Member[] = []
  let [read, seen, hasNewer, end] = [0, from.seen, false, from]
  for await (const { item, place } of changesFrom(table, list, from, most)) {
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
