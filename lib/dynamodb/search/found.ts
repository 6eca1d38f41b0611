import { invalid } from '../../domain/errors.js'
import { type Filter, matches } from '../../domain/fields/filter.js'
import type { Page, PageRequest } from '../../domain/page.js'

/** A member that can be filtered by the dates of its creation and of its last change. */
export interface Dated {
  created_date: string
  modified_date: string
}

/** The result of a search. `hasNewer`: it left out members that are too new to be shown yet. */
export interface Found<Member> {
  page: Page<Member>
  hasNewer: boolean
}

/**
 * A page of those of some members that a filter takes, but for those that were changed at a time or later.
 * @throws OsdiError invalid when they are more than a request can read
 */
export async function searchAll<Member extends Dated>(
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

/** A page of members that are all at hand. */
export const pageIn = <Member>(found: Member[], { page, per_page }: PageRequest): Page<Member> => ({
  page,
  per_page,
  total_records: found.length,
  members: found.slice((page - 1) * per_page, page * per_page),
})

/** More than this a request cannot read in its time and memory. */
export const MOST_READ = 25_000

const NARROWER =
  'Add a clause with identifier eq, modified_date gt, created_date gt or, for events, start_date gt'

/** Refuses a filter that would have to look at more. */
export const tooWide = (most = MOST_READ, hint = NARROWER) =>
  invalid([
    {
      error_code: 'filter_too_wide',
      description: `This filter would have to look at more than ${most} records`,
      properties: ['filter'],
      hint,
    },
  ])

/** The limit of members of an earlier version that can be counted by reading them, as it did. */
export const MOST_UNCOUNTED = 65_000

/** Refuses to count more members that an earlier version has stored. */
export const uncounted = () =>
  tooWide(
    MOST_UNCOUNTED,
    'Ask the owner of the service to run the command repair, which prepares older records',
  )
