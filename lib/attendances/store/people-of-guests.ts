import type { Attendance } from '../attendance.js'
import { guestAsTyped } from '../typed-guest.js'
import type { Person } from '../../people/person.js'
import { findPeople } from '../../people/store/find-people.js'
import type { Owner } from '../../runtime/owner.js'
import type { Table } from '../../table/table.js'

/** The reader of a list of guests: the team, or somebody who has the link of one event. */
export type Viewer = 'team' | 'link'

/** Reads the people of some attendances, as a viewer may see their names and contacts. */
export async function peopleOfGuests(
  table: Table,
  owner: Owner,
  guests: Attendance[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, Person>> {
  const persons = await findPeople(
    table,
    owner,
    guests.map(({ person }) => person),
  )
  if (viewer === 'team') return persons
  return new Map(
    guests.flatMap((guest) => {
      const person = persons.get(guest.person)
      return person ? [[guest.person, guestAsTyped(guest, person)]] : []
    }),
  )
}
