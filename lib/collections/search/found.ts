import { invalid } from '../../runtime/errors.js'
import { type Filter, matches } from '../../fields/filter.js'
import type { Page, PageRequest } from '../../fields/page.js'
import { malformedCursor } from './cursor.js'

/** A member that can be filtered by the dates of its creation and of its last change. */
export interface Dated {
  id: string
  created_date: string
  modified_date: string
}

/** The result of a search. `hasNewer`: it left out members that are too new to be shown yet. */
export interface Found<Shown> {
  page: Shown
  hasNewer: boolean
}

/**
 * A page of those of some members that a filter takes, but for those that were changed at a time or later. Members
 * leave a filter while its pages are read. So the next page begins behind the last member of this one, not at a number.
 * @throws OsdiError invalid when they are more than a request can read, or `after` names none of them
 */
export async function searchAll<Member extends Dated>(
  chunks: AsyncIterable<Member[]> | Member[][],
  request: PageRequest,
  filter: Filter<Member>,
  until: number,
): Promise<Found<Page<Member>>> {
  const { page, per_page, after } = request
  const found: Member[] = []
  let [read, before, hasNewer, isBehind] = [0, 0, false, after === undefined]
  for await (const chunk of chunks) {
    read += chunk.length
    if (read > MOST_READ) throw tooWide()
    for (const member of chunk) {
      if (matches(filter, member))
        if (Date.parse(member.modified_date) >= until) hasNewer = true
        else if (isBehind) found.push(member)
        else before += 1
      isBehind ||= member.id === after
    }
  }
  if (!isBehind) throw malformedCursor()
  const first = after === undefined ? (page - 1) * per_page : 0
  const members = found.slice(first, first + per_page)
  const next = found.length > first + per_page && (members.at(-1)?.id ?? false)
  return { page: { page, per_page, total_records: before + found.length, members, next }, hasNewer }
}

/** A page of members that are all at hand. */
export const pageIn = <Member>(found: Member[], { page, per_page }: PageRequest): Page<Member> => ({
  page,
  per_page,
  total_records: found.length,
  members: found.slice((page - 1) * per_page, page * per_page),
})

/** More than this a request cannot read in its time and memory. */
export const MOST_READ = 25_000

const NARROWER = 'Add a clause with identifier eq, modified_date gt, created_date gt or, for events, start_date gt'

/** Refuses a filter that would have to look at more. */
export const tooWide = (most = MOST_READ) =>
  invalid([
    {
      error_code: 'filter_too_wide',
      description: `This filter would have to look at more than ${most} records`,
      properties: ['filter'],
      hint: NARROWER,
    },
  ])
