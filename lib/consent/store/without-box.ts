import { attendancesOfPerson } from '../../attendances/store/attendances-of-person.js'
import { lengthOf, lists } from '../../collections/numbered-list.js'
import { readRange } from '../../collections/read-range.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import { type Table, valueOf } from '../../table/table.js'
import { cameWithoutBox, isWithoutProof } from '../without-box.js'

/** People of one read, and people whose RSVPs are read at once. */
const [PIECE, AT_ONCE] = [500, 25]

/** People on the mailing list of an owner: how many, and how many of them an RSVP subscribed without a box. */
export interface WithoutBox {
  subscribed: number
  without_box: number
}

/**
 * Counts who was subscribed by an RSVP without a box, over all people of an owner. No RSVP counts it: a counter would
 * be one more item for each, on which all RSVPs of a rush meet.
 */
export async function countWithoutBox(table: Table, owner: Owner): Promise<WithoutBox> {
  const list = lists.peopleOf(owner)
  const length = await lengthOf(table, list)
  let [subscribed, without_box] = [0, 0]
  for (let first = 1; first <= length; first += PIECE) {
    const items = await readRange(table, list, first, Math.min(length, first + PIECE - 1))
    const people = items.map((item) => valueOf<Person>(item))
    subscribed += people.filter(({ email_addresses: [email] }) => email?.status === 'subscribed').length
    const asked = people.filter(isWithoutProof)
    for (let i = 0; i < asked.length; i += AT_ONCE) {
      const came = await Promise.all(
        asked
          .slice(i, i + AT_ONCE)
          .map(async (person) => cameWithoutBox(person, await attendancesOfPerson(table, person.id))),
      )
      without_box += came.filter(Boolean).length
    }
  }
  return { subscribed, without_box }
}
