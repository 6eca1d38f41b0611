import type { Context } from 'hono'
import type { OsdiEvent } from '../../events/event.js'
import { partySize } from '../../events/capacity.js'
import { MAX_PER_PAGE, type Page, type PageRequest } from '../../fields/page.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import type { ManageEnv } from '../../manage/environment.js'
import { nameOf } from '../../people/manage/names.manage.js'
import type { Attendance } from '../attendance.js'
import { peopleOfGuests } from '../store/people-of-guests.js'
import { listAttendances } from '../store/read-attendances.js'
import { viewerOf } from './guest-search.manage.js'

/** The orders of a guest list besides the usual one, the newest first. */
export const SORTS = ['name', 'party'] as const
export type Sort = (typeof SORTS)[number]

/** The most RSVPs that are sorted: all of them are read. */
export const MOST_SORTED = 300

export const isSortable = ({ total_attendances }: Pick<OsdiEvent, 'total_attendances'>) =>
  total_attendances <= MOST_SORTED

/** Reads the order of a request; undefined for the usual one, and where an event has too many RSVPs to sort. */
export const sortIn = (text: string | undefined, event: Pick<OsdiEvent, 'total_attendances'>): Sort | undefined =>
  isSortable(event) ? SORTS.find((each) => each === text) : undefined

/**
 * Returns a page of the guests that a filter takes, by their names or with the largest parties first. Guests of equal
 * rank stay in the usual order.
 */
export async function sortedGuests(
  c: Context<ManageEnv>,
  sort: Sort,
  { page, per_page }: PageRequest,
  isTaken: (guest: Attendance) => boolean,
  { attending, table }: Pick<ManageDependencies, 'attending' | 'table'>,
): Promise<Page<Attendance>> {
  const event = c.get('event')
  const pages = Math.ceil(event.total_attendances / MAX_PER_PAGE)
  const lists = await Promise.all(
    Array.from({ length: pages }, (_, i) =>
      listAttendances(attending, event.id, { page: i + 1, per_page: MAX_PER_PAGE }),
    ),
  )
  const taken = lists.flatMap(({ members }) => members).filter(isTaken)
  const sorted =
    sort === 'party'
      ? taken.toSorted((one, other) => partySize(other) - partySize(one))
      : byName(c, taken, await peopleOfGuests(table, event.owner, taken, viewerOf(c)))
  const members = sorted.slice((page - 1) * per_page, page * per_page)
  return { members, page, per_page, total_records: taken.length }
}

/** Guests without a name are last. */
function byName(
  c: Context<ManageEnv>,
  guests: Attendance[],
  persons: Awaited<ReturnType<typeof peopleOfGuests>>,
): Attendance[] {
  const collator = new Intl.Collator(c.get('lang'))
  const named = guests.map((guest) => {
    const person = persons.get(guest.person)
    return { guest, name: person ? nameOf(person) : '' }
  })
  return named
    .sort((one, other) => Number(!one.name) - Number(!other.name) || collator.compare(one.name, other.name))
    .map(({ guest }) => guest)
}
