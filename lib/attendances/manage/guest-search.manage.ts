import { type Attendance, newAttendance } from '../attendance.js'
import { OsdiError } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { readNameSearch } from '../../finding/name-entries.js'
import { folded, wordsOf } from '../../texts/words.js'
import { finder } from '../../finding/store/finder.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { contactIn } from '../../finding/manage/find-people.manage.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { findPeople, holderOfTyped } from '../../people/store/find-people.js'
import { attendancesOfPeople, findAttendance, listAttendances } from '../store/read-attendances.js'

type Stores = Pick<ManageDependencies, 'attending' | 'table'>

/** Guests whom a search found, and where it goes on. */
export interface FoundGuests {
  guests: Attendance[]
  next?: string | undefined
}

/** The most guests that are looked through by themselves. */
const FEW = 300
const PER_PAGE = 100

/** People of the name that are asked for at once, and how often: a page looks at 500 people at most. */
const AT_ONCE = 100
const MOST_TIMES = 5
const ENOUGH = 25

/**
 * Finds guests of an event: by their whole email or phone number at the cost of three reads, or by parts of the name.
 * The guests of a small event are looked through; of a large one, the people of the name are asked whether they come.
 * @param after where the page before ended
 */
export async function searchGuests(
  event: Pick<OsdiEvent, 'id' | 'owner' | 'total_attendances'>,
  search: string,
  after: string | undefined,
  stores: Stores,
): Promise<FoundGuests> {
  const { attending, table } = stores
  const contact = contactIn(search)
  if (contact) {
    const person = await holderOfTyped(table, event.owner, contact)
    const guest = person === undefined ? undefined : await guestOf(attending, event.id, person)
    return { guests: guest ? [guest] : [] }
  }
  if (event.total_attendances <= FEW) return { guests: await amongAll(event, search, stores) }
  const names = readNameSearch(search)
  if (!names) return { guests: [] }
  const guests: Attendance[] = []
  let next = after
  for (let times = 0; times < MOST_TIMES; times++) {
    const found = await finder(table).peopleNamed(event.owner, names, next, AT_ONCE)
    guests.push(...(await attendancesOfPeople(attending, event.id, found.people)))
    next = found.next
    if (next === undefined || guests.length >= ENOUGH) break
  }
  return { guests, next }
}

async function amongAll(
  event: Pick<OsdiEvent, 'id' | 'owner'>,
  search: string,
  { attending, table }: Stores,
): Promise<Attendance[]> {
  const wanted = wordsOf(search)
  const guests: Attendance[] = []
  for (let page = 1; ; page++) {
    const list = await listAttendances(attending, event.id, { page, per_page: PER_PAGE })
    const persons = await findPeople(
      table,
      event.owner,
      list.members.map(({ person }) => person),
    )
    for (const guest of list.members) {
      const person = persons.get(guest.person)
      const name = person && folded(nameOf(person)).replace(/['’`ʼ]/g, '')
      if (name && wanted.every((word) => name.includes(word))) guests.push(guest)
    }
    if (page * PER_PAGE >= list.total_records) return guests
  }
}

async function guestOf(attending: Stores['attending'], event: string, person: string) {
  try {
    return await findAttendance(attending, event, newAttendance(event, person, {}, new Date()).id)
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  }
}
