import { isDeepStrictEqual } from 'node:util'
import { comparableEmail } from '../../fields/email-address.js'
import type { EmailAddress, Person, PhoneNumber } from '../../people/person.js'
import { changePerson } from '../../people/store/change-person.js'
import type { Recording } from '../../people/record-person.js'

/**
 * Changes a person as an import does: it never takes a phone number from the person who has it, and never brings back a
 * person who is unsubscribed, has complained, or cannot be reached.
 */
export const changeImported: NonNullable<Recording['changeKnown']> = (table, owner, id, change) =>
  changePerson(table, owner, id, async (person) => unraised(person, await change(person)), undefined, 'stay')

/** The person after a change, with no status above the one before. */
function unraised(before: Person, after: Person): Person {
  if (after === before) return before
  const changed = {
    ...after,
    email_addresses: lowest(before.email_addresses, after.email_addresses, isSameAddress),
    phone_numbers: lowest(before.phone_numbers, after.phone_numbers, isSameNumber),
  }
  const { revision, modified_date } = before
  return isDeepStrictEqual({ ...changed, revision, modified_date }, before) ? before : changed
}

const isSameAddress = (one: EmailAddress, other: EmailAddress) =>
  comparableEmail(one.address) === comparableEmail(other.address)
const isSameNumber = (one: PhoneNumber, other: PhoneNumber) => one.number === other.number

const lowest = <Contact extends EmailAddress | PhoneNumber>(
  [known]: Contact[],
  contacts: Contact[],
  isSame: (one: Contact, other: Contact) => boolean,
): Contact[] =>
  contacts.map((each) =>
    known && isSame(known, each) && each.status === 'subscribed' ? { ...each, status: known.status } : each,
  )
