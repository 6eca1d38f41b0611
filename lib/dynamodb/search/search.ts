import { setTimeout as sleep } from 'node:timers/promises'
import { invalid } from '../../domain/errors.js'
import { type Filter, type Literal, earliestIn, matches, rangeIn } from '../../domain/filter.js'
import type { Page, PageRequest } from '../../domain/page.js'
import type { Owner } from '../../domain/principal.js'
import { SETTLING_MS } from './changes.js'
import { areMany, countChanges } from './count-changes.js'
import type { NumberedList } from '../lists/numbered-list.js'
import { oldestWaiting } from '../lists/oldest-waiting.js'
import { getMany } from '../reads.js'
import { startsBetween } from './starts.js'
import { type Item, type Table, keyIn, valueOf } from '../table.js'
import { changesFrom, newestFirst, placeOf } from './walks.js'
import { type WalkPlace, placeIn, placeText } from './walk-place.js'

/** What can be filtered: it has a date of its creation and of its last change. */
interface Dated {
  created_date: string
  modified_date: string
}

/** Where the members are that a filter is about. */
export interface Searched<Member> {
  list: NumberedList
  /** The member of the list that holds an identifier. */
  holderOf: (identifier: Literal) => Promise<Member | undefined>
  /** Whose start dates are in the index over them. */
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
 * - `identifier eq`: the claim of the identifier, and its holder.
 * - `modified_date gt`, `ge` or `eq`: the end of the list, and the index over changes.
 * - `start_date`: the index over start dates.
 * - `created_date gt`, `ge` or `eq`: the end of the list.
 * - anything else: the whole list.
 *
 * @throws OsdiError invalid when that is more than a request can read
 */
export async function search<Member extends Dated>(
  table: Table,
  where: Searched<Member>,
  request: PageRequest,
  filter: Filter<Member>,
): Promise<Page<Member>> {
  const { list, holderOf, startsOf, membersOf, isByCreation = true } = where
  const identifier = filter.find(({ field, operator }) => field === 'identifier' && operator === 'eq')
  if (identifier) {
    const holder = await holderOf(identifier.literal)
    return pageIn([holder].filter((each) => each !== undefined && matches(filter, each)) as Member[], request)
  }
  const changedSince = earliestIn(filter, 'modified_date')
  if (changedSince !== undefined && !membersOf) return walkChanges(table, list, request, filter, changedSince)
  if (startsOf && filter.some(({ field, operator }) => field === 'start_date' && operator !== 'ne'))
    return searchStarts<Member>(table, startsOf, request, filter)
  const createdSince = isByCreation ? earliestIn(filter, 'created_date') : undefined
  return settled(table, list, filter, (until) =>
    searchAll(chunksOf(newestFirst(table, list, createdSince), membersOf), request, filter, until),
  )
}

/** A page of members that were read already. */
export const searchIn = <Member extends Dated>(
  table: Table,
  read: () => Promise<Member[]>,
  request: PageRequest,
  filter: Filter<Member>,
) => settled(table, undefined, filter, async (until) => searchAll([await read()], request, filter, until))

/** More than this a request cannot read in its time and memory. */
const MOST_READ = 25_000

const tooWide = () =>
  invalid([
    {
      error_code: 'filter_too_wide',
      description: `This filter would have to look at more than ${MOST_READ} records`,
      properties: ['filter'],
      hint: 'Add a clause with identifier eq, modified_date gt, created_date gt or, for events, start_date gt',
    },
  ])

/** What a search found, and whether it left out what is too new to be shown yet. */
interface Found<Member> {
  page: Page<Member>
  hasNewer: boolean
}

async function searchAll<Member extends Dated>(
  chunks: AsyncIterable<Member[]> | Member[][],
  request: PageRequest,
  filter: Filter<Member>,
  until: number,
): Promise<Found<Member>> {
  const { page, per_page } = request
  const first = (page - 1) * per_page
  const members: Member[] = []
  let [read, total_records, hasNewer] = [0, 0, false]
  for await (const chunk of chunks) {
    read += chunk.length
    if (read > MOST_READ) throw tooWide()
    for (const member of chunk.filter((each) => matches(filter, each)))
      if (Date.parse(member.modified_date) >= until) hasNewer = true
      else if (total_records++ >= first && members.length < per_page) members.push(member)
  }
  return { page: { page, per_page, total_records, members }, hasNewer }
}

async function* chunksOf<Member extends object>(
  chunks: AsyncIterable<Item[]>,
  membersOf: Searched<Member>['membersOf'],
) {
  for await (const items of chunks)
    yield membersOf ? await membersOf(items) : items.map((item) => valueOf<Member>(item))
}

const pageIn = <Member>(found: Member[], { page, per_page }: PageRequest): Page<Member> => ({
  page,
  per_page,
  total_records: found.length,
  members: found.slice((page - 1) * per_page, page * per_page),
})

/** Events with a start date, as the index over these shows them: what it holds may be all that a filter asks for. */
async function searchStarts<Member extends Dated>(
  table: Table,
  owner: Owner,
  request: PageRequest,
  filter: Filter<Member>,
): Promise<Page<Member>> {
  const ofStarts = filter.filter(({ field }) => field === 'start_date')
  const entries = (await startsBetween(table, owner, ofStarts))
    .filter((entry) => matches(ofStarts, entry as unknown as Member))
    .sort((one, other) => (other['ordinal'] as number) - (one['ordinal'] as number))
  const load = async (items: Item[]) =>
    (await getMany(table, items.map(keyIn))).flatMap((item) => (item ? [valueOf<Member>(item)] : []))
  if (ofStarts.length === filter.length) {
    const found = pageIn(entries, request)
    return { ...found, members: await load(found.members) }
  }
  if (entries.length > MOST_READ) throw tooWide()
  return settled(table, undefined, filter, async (until) =>
    searchAll([await load(entries)], request, filter, until),
  )
}

/**
 * Walks over what was changed since a time, in the order of the changes. The first page fixes until when, and
 * counts, where it can without reading it all; `next` holds both, and where to go on. So a walk meets everything that
 * was changed between its times, but for what is changed again meanwhile: that belongs to the next walk.
 */
async function walkChanges<Member extends Dated>(
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

/**
 * Reads what does not change any more. Dates are shown in whole seconds, and a write has its date before it is
 * done: who reads from a date on and remembers the last one shown would miss what comes later within that second.
 * So a filter that asks for dates from one on shows a second only when it is over and settled. Where there is
 * something newer, the answer waits until everything that was written before the request is settled.
 */
async function settled<Member extends Dated>(
  table: Table,
  list: NumberedList | undefined,
  filter: Filter<Member>,
  read: (until: number) => Promise<Found<Member>>,
): Promise<Page<Member>> {
  const asksForDates = DATES.some((field) => earliestIn(filter, field) !== undefined)
  if (!asksForDates) return (await read(Infinity)).page
  const asked = Date.now()
  const { page, hasNewer } = await read(await settledUntil(table, list))
  if (!hasNewer) return page
  const settledAt = Math.ceil(asked / SECOND) * SECOND + SETTLING_MS
  // A timer may end a millisecond early, and would leave out a whole second.
  while (Date.now() < settledAt) await sleep(settledAt - Date.now())
  return (await read(await settledUntil(table, list))).page
}

const DATES = ['created_date', 'modified_date']
const SECOND = 1_000

/** Whoever waits for a place in a list is not in it, so that the list is not settled either. */
async function settledUntil(table: Table, list: NumberedList | undefined): Promise<number> {
  const time = Date.now() - SETTLING_MS
  const waiting = list?.keyOfMember ? await oldestWaiting(table) : undefined
  return Math.floor(Math.min(time, waiting ?? Infinity) / SECOND) * SECOND
}
