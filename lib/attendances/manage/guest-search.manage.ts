import type { Context } from 'hono'
import { type Attendance, newAttendance } from '../attendance.js'
import { OsdiError } from '../../runtime/errors.js'
import type { OsdiEvent } from '../../events/event.js'
import { readNameSearch } from '../../finding/name-entries.js'
import { folded, wordsOf } from '../../texts/words.js'
import { finder } from '../../finding/store/finder.js'
import type { ManageDependencies } from '../../manage/dependencies.js'
import { contactIn } from '../../finding/manage/find-people.manage.js'
import { nameOf } from '../../people/manage/names.manage.js'
import { holderOfTyped } from '../../people/store/find-people.js'
import { comparableEmail } from '../../fields/email-address.js'
import { type Person, contactsOf } from '../../people/person.js'
import type { ManageEnv } from '../../manage/environment.js'
import { type Viewer, peopleOfGuests } from '../store/people-of-guests.js'
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

/** Returns who looks at the guests of a page. */
export const viewerOf = (c: Context<ManageEnv>): Viewer => (c.get('helper') ? 'link' : 'team')

/**
 * Finds guests of an event: by their whole email or phone number at the cost of three reads, or by parts of the name.
 * The guests of a small event are looked through; of a large one, the people of the name are asked whether they come.
 * Somebody with a link can search only what the link shows: the guests are looked through, some hundreds at a time.
 * @param after where the page before ended
 */
export async function searchGuests(
  event: Pick<OsdiEvent, 'id' | 'owner' | 'total_attendances'>,
  search: string,
  after: string | undefined,
  viewer: Viewer,
  stores: Stores,
): Promise<FoundGuests> {
  const { attending, table } = stores
  if (viewer === 'link') return lookThrough(event, search, after, viewer, stores)
  const contact = contactIn(search)
  if (contact) {
    const person = await holderOfTyped(table, event.owner, contact)
    const guest = person === undefined ? undefined : await guestOf(attending, event.id, person)
    return { guests: guest ? [guest] : [] }
  }
  if (event.total_attendances <= FEW) return lookThrough(event, search, undefined, viewer, stores)
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

/** Looks through the guests of an event, the newest first, from a page of them on. */
async function lookThrough(
  event: Pick<OsdiEvent, 'id' | 'owner'>,
  search: string,
  after: string | undefined,
  viewer: Viewer,
  { attending, table }: Stores,
): Promise<FoundGuests> {
  const isMeant = meantBy(search)
  const guests: Attendance[] = []
  const first = /^[1-9]\d{0,4}$/.test(after ?? '') ? Number(after) : 1
  for (let page = first; ; page++) {
    const list = await listAttendances(attending, event.id, { page, per_page: PER_PAGE })
    const persons = await peopleOfGuests(table, event.owner, list.members, viewer)
    guests.push(...list.members.filter(({ person }) => isMeant(persons.get(person))))
    if (page * PER_PAGE >= list.total_records) return { guests }
    if (page - first + 1 >= MOST_TIMES) return { guests, next: String(page + 1) }
  }
}

/** Returns whether a person is meant by a search: by a whole contact, or by parts of the name. */
function meantBy(search: string): (person: Person | undefined) => boolean {
  const { email, phone } = { email: undefined, phone: undefined, ...contactIn(search) }
  if (email !== undefined)
    return (person) => person !== undefined && contactsOf(person).email === comparableEmail(email)
  if (phone !== undefined) return (person) => lastDigits(person?.phone_numbers[0]?.number) === lastDigits(phone)
  const wanted = wordsOf(search)
  return (person) => {
    const name = person && folded(nameOf(person)).replace(/['’`ʼ]/g, '')
    return Boolean(name) && wanted.every((word) => name?.includes(word))
  }
}

/** The digits that a number has in every country's writing. */
const lastDigits = (number: string | undefined) => number?.replace(/\D/g, '').slice(-7)

async function guestOf(attending: Stores['attending'], event: string, person: string) {
  try {
    return await findAttendance(attending, event, newAttendance(event, person, {}, new Date()).id)
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  }
}
