import { type Attendance, newAttendance } from '../../domain/attendances/attendance.js'
import { OsdiError } from '../../domain/errors.js'
import { normalPhone } from '../../domain/fields/values.js'
import type { OsdiEvent } from '../../domain/events/event.js'
import type { ManageDependencies } from '../dependencies.js'
import { nameOf } from '../people/names.js'

type Stores = Pick<ManageDependencies, 'attendances' | 'people'> & {
  holderOf: ManageDependencies['attendanceDependencies']['people']['holderOf']
}

/** Guests that a search by name looks through, newest first: some 3,000 read units at most. */
const MOST_SEARCHED = 2_000
const PER_PAGE = 100

/**
 * Finds guests of an event: by their whole email or phone number at the cost of three reads, however many there are, or
 * by a part of the name among the newest guests.
 * @returns the guests, and whether all guests of the event were looked through
 */
export async function searchGuests(
  event: Pick<OsdiEvent, 'id' | 'owner'>,
  search: string,
  { attendances, people, holderOf }: Stores,
): Promise<{ guests: Attendance[]; isComplete: boolean }> {
  const contact = contactIn(search)
  if (contact) {
    const person = await holderOf(event.owner, contact)
    const guest = person === undefined ? undefined : await guestOf(event.id, person, attendances)
    return { guests: guest ? [guest] : [], isComplete: true }
  }
  const wanted = comparable(search)
  const guests: Attendance[] = []
  for (let page = 1; ; page++) {
    const list = await attendances.listOfEvent(event.id, { page, per_page: PER_PAGE })
    const persons = await people.findMany(
      event.owner,
      list.members.map(({ person }) => person),
    )
    for (const guest of list.members) {
      const person = persons.get(guest.person)
      if (person && comparable(nameOf(person)).includes(wanted)) guests.push(guest)
    }
    const searched = page * PER_PAGE
    if (searched >= list.total_records) return { guests, isComplete: true }
    if (searched >= MOST_SEARCHED) return { guests, isComplete: false }
  }
}

/** Names are compared without case and accents. */
const comparable = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the whole email or phone number that a search is, if it is one. */
export function contactIn(search: string) {
  if (/^\S+@\S+$/.test(search)) return { email: search.toLowerCase() }
  return /^[\d\s()+.-]{7,}$/.test(search) ? { phone: normalPhone(search) } : undefined
}

async function guestOf(event: string, person: string, attendances: Stores['attendances']) {
  try {
    return await attendances.find(event, newAttendance(event, person, {}, new Date()).id)
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  }
}
