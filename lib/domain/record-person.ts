import { notFound } from './errors.js'
import { partIdentifiers } from './identifier.js'
import type { Geocode } from './location.js'
import {
  type Contacts,
  type Person,
  type PersonChange,
  changedPerson,
  contactsIn,
  newPerson,
  personErased,
} from './person.js'
import type { Owner } from './principal.js'
import type { Expectation } from './record-by-identifier.js'

/** What recording people needs of the world. */
export interface PeopleWorld {
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
 * Records a person in an owner's list: whoever has the email, or else the phone, is changed as the request says;
 * a stranger is added. Two requests with the same new email leave one person.
 */
export async function recordPerson(owner: Owner, sent: PersonChange, world: PeopleWorld): Promise<Person> {
  const { people, geocode, nativePrefix, now, newId } = world
  const { foreign } = partIdentifiers(sent.identifiers ?? [], nativePrefix)
  const change = { ...sent, identifiers: foreign }
  for (;;) {
    const holder = await people.holderOf(owner, contactsIn(change))
    const apply = (person: Person) => changedPerson(person, change, now(), geocode)
    const changed = holder !== undefined && (await people.change(owner, holder, apply))
    if (changed && changed.person.erased_date === undefined) return changed.person
    // The contacts of who was erased just now are free.
    if (changed) continue
    // Whoever claimed the email has not written the person yet, or never will: whoever comes first does.
    const promised = holder !== undefined && change.phone_numbers
    const fresh = promised ? { ...change, phone_numbers: null } : change
    const created = await people.create(await newPerson(holder ?? newId(), owner, fresh, now(), geocode))
    if (created && !promised) return created
    // Somebody else was faster with the same contact, so that now there is a holder.
  }
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
  world: PeopleWorld,
  expects: Expectation = () => undefined,
) {
  const { people, geocode, nativePrefix, now } = world
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
