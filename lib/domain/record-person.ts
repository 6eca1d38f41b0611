import { notFound } from './errors.js'
import { partIdentifiers } from './identifier.js'
import type { Geocode } from './location.js'
import {
  type Contacts,
  type Person,
  type PersonChange,
  changedPerson,
  contactsIn,
  contactsOf,
  newPerson,
  personErased,
} from './person.js'
import type { Owner } from './principal.js'
import type { Expectation } from './record-by-identifier.js'

/** What recording people depends on. */
export interface PersonDependencies {
  people: {
    /**
     * @returns the person of the owner's list who has the email, or else the phone; for an email, perhaps
     *   somebody who is about to be written
     */
    holderOf(owner: Owner, contacts: Contacts): Promise<string | undefined>
    /**
     * Creates a person, leaving out identifiers that another person holds.
     * @returns the person, or undefined when a contact has just been taken; nothing is written then
     */
    create(person: Person): Promise<Person | undefined>
    /**
     * Applies a change, once more on what a concurrent change left. An email that another person of the list
     * has is left out, and so are identifiers that another person holds; a phone number moves.
     * @returns the person, and what was left out, by the paths of the domain; undefined when the owner's list
     *   has nobody of this id
     */
    change(
      owner: Owner,
      id: string,
      change: (person: Person) => Promise<Person>,
    ): Promise<{ person: Person; leftOut: string[] } | undefined>
  }
  geocode: Geocode
  nativePrefix: string
  now: () => Date
  newId: () => string
}

/**
 * Records a person in an owner's list: the one who has the email, or else the phone, is changed as the request says;
 * a stranger is added. Somebody with another email is a stranger, who shares the phone or has taken it over. Two
 * requests with the same new email leave one person.
 */
export async function recordPerson(
  owner: Owner,
  sent: PersonChange,
  dependencies: PersonDependencies,
): Promise<Person> {
  const { people, geocode, nativePrefix, now, newId } = dependencies
  const { foreign } = partIdentifiers(sent.identifiers ?? [], nativePrefix)
  const change = { ...sent, identifiers: foreign }
  const contacts = contactsIn(change)
  const apply = async (person: Person) =>
    isSomebodyElse(person, contacts) ? person : changedPerson(person, change, now(), geocode)
  for (;;) {
    const holder = await people.holderOf(owner, contacts)
    const known = holder === undefined ? undefined : (await people.change(owner, holder, apply))?.person
    // The contacts of who was erased just now are free.
    if (known?.erased_date !== undefined) continue
    if (known && !isSomebodyElse(known, contacts)) return known
    // A claim that leads to nobody has a person who is not written yet, or never will be: whoever comes first does it.
    const id = known || holder === undefined ? newId() : holder
    // A number that somebody has moves in a change, when there is somebody for it to move to.
    const phoneIsTaken = holder !== undefined && change.phone_numbers
    const fresh = phoneIsTaken ? { ...change, phone_numbers: null } : change
    const created = await people.create(await newPerson(id, owner, fresh, now(), geocode))
    if (created && !phoneIsTaken) return created
    // Somebody else was faster with the same contact, so that now there is a holder; or there is one of our making.
  }
}

/** Whether a person who has the phone of a request has another email than it brings. */
function isSomebodyElse(person: Person, { email: sent }: Contacts): boolean {
  const { email } = contactsOf(person)
  return sent !== undefined && email !== undefined && email !== sent
}

/**
 * Changes a person as a PUT says.
 * @returns the person, and what was ignored
 * @throws OsdiError not_found, also for another owner's person; conflict when the person was erased
 */
export async function changePerson(
  owner: Owner,
  id: string,
  sent: PersonChange,
  dependencies: PersonDependencies,
  expects: Expectation = () => undefined,
) {
  const { people, geocode, nativePrefix, now } = dependencies
  const { foreign } = partIdentifiers(sent.identifiers ?? [], nativePrefix)
  const change = { ...sent, identifiers: foreign }
  const apply = async (person: Person) => {
    expects(person)
    return changedPerson(person, change, now(), geocode)
  }
  const changed = await people.change(owner, id, apply)
  if (!changed) throw notFound()
  if (changed.person.erased_date !== undefined) throw personErased()
  return { person: changed.person, ignored: changed.leftOut }
}
