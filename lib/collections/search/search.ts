import { type Filter, type Literal, earliestIn, matches } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import type { Owner } from '../../runtime/owner.js'
import type { NumberedList } from '../numbered-list.js'
import { type Item, type Table, valueOf } from '../../table/table.js'
import { type Dated, MOST_READ, pageIn, searchAll } from './found.js'
import { readBelowWatermark } from './read-below-watermark.js'
import { searchStarts } from './starts.js'
import { traverseChanges } from './traverse-changes.js'
import { newestFirst } from './traversal.js'

type FindHolder<Member> = (value: Literal) => Promise<Member | undefined>

/** The sources of the members that a filter is about. */
export interface Searched<Member> {
  list: NumberedList
  /** Finds the member of the list with a value, by fields of which no two members share a value. */
  holderOf: { identifier: FindHolder<Member>; [field: string]: FindHolder<Member> }
  /** The owner whose start dates are in the index over them. */
  startsOf?: Owner
  /** The members that items of the list stand for, where these are not the members themselves. */
  membersOf?: (items: Item[]) => Promise<Member[]>
  /** Whether members joined the list when they were created; they did unless it says not. */
  isByCreation?: boolean
}

/**
 * A page of those members of a list that a filter takes, with their exact number. Newest first; where the filter
 * asks for changes since a time, in the order of the changes. The filter chooses what is read:
 *
 * - `identifier eq`, and for people an email or a phone: the claim of the value, and its holder.
 * - `modified_date gt`, `ge` or `eq`: the end of the list, and the index over changes.
 * - `start_date`: the index over start dates.
 * - `created_date gt`, `ge` or `eq`: the end of the list.
 * - anything else: the whole list.
 *
 * @throws OsdiError invalid when that is more than a request can read: at once, from the length of the list
 */
export async function search<Member extends Dated>(
  table: Table,
  where: Searched<Member>,
  request: PageRequest,
  filter: Filter<Member>,
): Promise<Page<Member>> {
  const { list, holderOf, startsOf, membersOf, isByCreation = true } = where
  for (const { field, operator, literal } of filter) {
    const find = operator === 'eq' && Object.hasOwn(holderOf, field) ? holderOf[field] : undefined
    if (!find) continue
    const holder = await find(literal)
    return pageIn([holder].filter((each) => each !== undefined && matches(filter, each)) as Member[], request)
  }
  const changedSince = earliestIn(filter, 'modified_date')
  if (changedSince !== undefined && !membersOf) return traverseChanges(table, list, request, filter, changedSince)
  if (startsOf && filter.some(({ field, operator }) => field === 'start_date' && operator !== 'ne'))
    return searchStarts<Member>(table, startsOf, request, filter)
  const createdSince = isByCreation ? earliestIn(filter, 'created_date') : undefined
  return readBelowWatermark(table, list, filter, (until) =>
    searchAll(chunksOf(newestFirst(table, list, createdSince, MOST_READ), membersOf), request, filter, until),
  )
}

/** Returns a page of members that are read as a whole. Without a filter no member leaves, so numbers of pages do. */
export async function searchIn<Member extends Dated>(
  table: Table,
  read: () => Promise<Member[]>,
  request: PageRequest,
  filter: Filter<Member>,
): Promise<Page<Member>> {
  const { next, ...page } = await readBelowWatermark(table, undefined, filter, async (until) =>
    searchAll([await read()], request, filter, until),
  )
  return filter.length === 0 || next === undefined ? page : { ...page, next }
}

async function* chunksOf<Member extends object>(
  chunks: AsyncIterable<Item[]>,
  membersOf: Searched<Member>['membersOf'],
) {
  for await (const items of chunks)
    yield membersOf ? await membersOf(items) : items.map((item) => valueOf<Member>(item))
}
