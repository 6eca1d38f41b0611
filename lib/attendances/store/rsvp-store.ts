import { type Attendance, otherPartyIn, statusOf } from '../attendance.js'
import type { LinkedAttendance } from '../links/link-token.js'
import type { Person } from '../../people/person.js'
import type { Rsvp } from '../self-service.js'
import { getMany } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { loadEvent } from '../../events/store/load-event.js'

/**
 * Reads what a person sees of an attendance of their own, of an event of any owner: two requests at once.
 * @returns undefined when the attendance does not exist, or its person was erased
 */
export async function findRsvp(table: Table, { id, event }: LinkedAttendance): Promise<Rsvp | undefined> {
  const person = otherPartyIn(id, event)
  const [found, [attendanceItem, personItem]] = await Promise.all([
    loadEvent(table, event),
    getMany(table, [keyOf.attendance(person, event), keyOf.person(person)], { consistent: true }),
  ])
  if (!found || !attendanceItem || !personItem) return undefined
  const attendance = valueOf<Attendance>(attendanceItem)
  if (attendance.id !== id) return undefined
  const ordinal = attendanceItem['ordinal'] as number | undefined
  return { event: found, attendance, person: valueOf<Person>(personItem), ordinal }
}

/** Returns the ids of events among some that a person has answered, whatever the answer. */
export async function eventsAnswered(table: Table, person: string, events: string[]): Promise<Set<string>> {
  const items = await getMany(
    table,
    events.map((event) => keyOf.attendance(person, event)),
  )
  return new Set(events.filter((_, i) => items[i] !== undefined))
}

/** Returns the people among some who have canceled their RSVP to an event. */
export async function canceledAmong(table: Table, event: string, people: string[]): Promise<Set<string>> {
  const items = await getMany(
    table,
    people.map((person) => keyOf.attendance(person, event)),
  )
  return new Set(people.filter((_, i) => items[i] && statusOf(valueOf<Attendance>(items[i])) === 'declined'))
}
