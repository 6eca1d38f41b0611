import { notFound } from '../runtime/errors.js'
import { comparableEmail } from '../fields/email.js'
import { hasCountryCode, phoneNumberIn } from '../fields/phone.js'
import { splitIdentifiers } from '../fields/identifier.js'
import type { Geocode } from '../locations/location.js'
import {
  type Contacts,
  type Person,
  type PersonChange,
  allContactsOf,
  changedPerson,
  contactsIn,
  contactsOf,
  contactsOneByOne,
  hasFurther,
  newPerson,
  personErased,
} from './person.js'
import type { Owner } from '../runtime/owner.js'
import type { Admit } from './refusals.js'
import type { Precondition } from '../resources/record-by-identifier.js'

/** The dependencies of recording people. */
export interface PersonDependencies {
  people: {
    /**
     * @returns the id of the person in the owner's list who has the email, or else the phone; a claimed email may lead
     *   to a person who is not written yet
     */
    holderOf(owner: Owner, contacts: Contacts): Promise<string | undefined>
    /** The country of an owner, in which a number without a code is dialled. */
    countryOf(owner: Owner): Promise<string | undefined>
    /** As `holderOf`, with the length of the list of people; undefined in a rush, where it is not needed. */
    lookUp(owner: Owner, contacts: Contacts): Promise<{ holder: string | undefined; total: number | undefined }>
    /**
     * Creates a person, without identifiers that another person holds.
     * @returns undefined when another request has just taken a contact, and nothing is written
     */
    create(person: Person): Promise<Created | undefined>
    /**
     * Applies a change, and again after a conflict with a concurrent change. An email or an identifier that another
     * person of the list holds is left out; a phone number moves.
     * @returns the person, and the paths of the domain that were left out; undefined when no person in the owner's
     *   list has this id
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

/** A new person. What creates more in the same transaction adds it. */
export interface Created {
  person: Person
}

/**
 * Records a person in an owner's list: changes the person who has the email, or else the phone, or adds a new one. A
 * person with the same phone but another email is a different person. Two requests with the same new email create one
 * person.
 */
export const recordPerson = async (
  owner: Owner,
  sent: PersonChange,
  dependencies: PersonDependencies,
  country?: Countries,
): Promise<Person> => {
  const read = await readNumber(owner, sent, dependencies.people, country)
  return (await recordTogether(owner, read, dependencies)).person
}

/** Finds the country in which a request takes place, as far as it says so. */
type Countries = () => Promise<string | undefined>

/**
 * Returns the person whom a contact finds as a person typed it: a number in the country of the owner, or by its digits
 * as documents show them.
 */
export async function holderOfTyped(
  owner: Owner,
  { email, phone }: Contacts,
  { holderOf, countryOf }: Pick<PersonDependencies['people'], 'holderOf' | 'countryOf'>,
): Promise<string | undefined> {
  if (phone === undefined) return holderOf(owner, { email: email && comparableEmail(email) })
  const country = hasCountryCode(phone) ? undefined : await countryOf(owner)
  const [read, digits] = [phoneNumberIn(phone, country), phone.replace(/\D/g, '')]
  const holder = await holderOf(owner, { phone: read })
  return holder ?? (digits === read ? undefined : holderOf(owner, { phone: digits }))
}

/** Reads the country of an owner once, for the many rows of a request. */
export function countryOnce<People extends Pick<PersonDependencies['people'], 'countryOf'>>(people: People): People {
  let country: Promise<string | undefined> | undefined
  return { ...people, countryOf: (owner: Owner) => (country ??= people.countryOf(owner)) }
}

/**
 * Reads the phone number of a request by which the person is matched: in the country of the person, else in that of the
 * event, else in that of the owner, which is read only then.
 */
export function readNumber(
  owner: Owner,
  sent: PersonChange,
  { countryOf }: Pick<PersonDependencies['people'], 'countryOf'>,
  here?: Countries,
): PersonChange | Promise<PersonChange> {
  const { number, typed } = sent.phone_numbers ?? {}
  if (number === undefined || typed !== undefined) return sent
  const readIn = (country?: string): PersonChange => ({
    ...sent,
    phone_numbers: { ...sent.phone_numbers, number: phoneNumberIn(number, country), typed: number },
  })
  const home = sent.postal_addresses?.country ?? undefined
  if (hasCountryCode(number) || home) return readIn(home)
  return (async () => readIn((await here?.()) ?? (await countryOf(owner))))()
}

/** Reads that run while a person is read, before anything is written. */
interface Alongside<Other = unknown> {
  /** Another resource that is recorded together with the person. */
  other?: Promise<Other>
  /** Admits the person; everybody without it. */
  admit?: Promise<Admit | undefined> | undefined
}

/** Another resource that is recorded together with a person. */
export interface Together<Other, More extends Created> extends Alongside<Other> {
  other: Promise<Other>
  /** Is asked for a number without a code. */
  country: Countries
  /**
   * Creates a person with it, as `people.create`.
   * @param total the length of the owner's list of people, where it was read a moment ago
   */
  create(person: Person, other: Other, total: number | undefined): Promise<More | undefined>
}

/**
 * The same for a person who is recorded together with something else.
 * @returns the person, and what `create` has created with them
 */
export async function recordTogether<Other, More extends Created>(
  owner: Owner,
  sent: PersonChange,
  dependencies: PersonDependencies,
  together?: Together<Other, More>,
): Promise<(Created | More) & { wasKnown: boolean }> {
  const reading = readNumber(owner, sent, dependencies.people, together?.country)
  // Nothing is awaited in vain, so that the person is read in one request with the event.
  const read = reading instanceof Promise ? await reading : reading
  for (;;) {
    const matched = await matchPerson(owner, read, dependencies, together)
    const { known, fresh, lacksPhone } = matched
    if (known) return { person: known, wasKnown: true }
    const created =
      together && !lacksPhone
        ? await together.create(fresh, await together.other, matched.total)
        : await dependencies.people.create(fresh)
    if (created && !lacksPhone) return { ...created, wasKnown: false }
    // Another request took the contact first, or the person was just created here: now there is a holder.
  }
}

/** The person whom a request matches, after its change; or a new person who is not written yet. */
export type MatchedPerson =
  | { known: Person; fresh?: never; lacksPhone?: never; total?: never }
  /** `lacksPhone`: another person has the phone number. A change moves it after the new person is written. */
  | { known?: never; fresh: Person; lacksPhone: boolean; total: number | undefined }

/**
 * Changes the person of an owner's list who has the email of a request, or else its phone; or builds a new person.
 * @param sent with its number read
 * @throws PersonRefused for a person whom the owner refuses by any contact
 */
export async function matchPerson(
  owner: Owner,
  sent: PersonChange,
  { people, geocode, nativePrefix, now, newId }: PersonDependencies,
  { other, admit: admitting }: Alongside = {},
): Promise<MatchedPerson> {
  const { foreign } = splitIdentifiers(sent.identifiers ?? [], nativePrefix)
  const change = { ...sent, identifiers: foreign }
  const contacts = contactsIn(change)
  let admit: Admit | undefined
  const apply = async (person: Person) => {
    if (isAnotherPerson(person, contacts)) return person
    admit?.(allContactsOf(person))
    return changedPerson(person, withoutFurther(person, change), now(), geocode)
  }
  for (;;) {
    const [{ holder, total }, admits] = await Promise.all([
      other ? people.lookUp(owner, contacts) : onlyHolder(people, owner, contacts),
      admitting,
      other,
    ])
    admit = admits
    admit?.(contactsOneByOne(contacts))
    const known = holder === undefined ? undefined : (await people.change(owner, holder, apply))?.person
    // The person was erased just now, so the contacts are free.
    if (known?.erased_date !== undefined) continue
    if (known && !isAnotherPerson(known, contacts)) {
      // The change of a visitor may leave the person as it is.
      admit?.(allContactsOf(known))
      return { known }
    }
    // A claim without a person belongs to a request that is under way or was interrupted: either may write the person.
    const id = known || holder === undefined ? newId() : holder
    const lacksPhone = holder !== undefined && Boolean(change.phone_numbers)
    const entered = lacksPhone ? { ...change, phone_numbers: null } : change
    const fresh = await newPerson(id, owner, entered, now(), geocode)
    return { fresh, lacksPhone, total }
  }
}

/** A person who comes into the list alone is written with the length that is read then. */
const onlyHolder = async (people: PersonDependencies['people'], owner: Owner, contacts: Contacts) => ({
  holder: await people.holderOf(owner, contacts),
  total: undefined,
})

/** Whether a person who has the request's phone has another email than the request. */
function isAnotherPerson(person: Person, { email: sent }: Contacts): boolean {
  const { email } = contactsOf(person)
  return sent !== undefined && email !== undefined && email !== sent && !hasFurther(person, 'email', sent)
}

/**
 * The change without a contact of a person who was merged into this one: the person keeps its own. A status that was
 * sent with it applies to the person's own contact.
 */
function withoutFurther(person: Person, change: PersonChange): PersonChange {
  const { email, phone } = contactsIn(change)
  const { address: _address, ...emailStatus } = change.email_addresses ?? {}
  const { number: _number, ...phoneStatus } = change.phone_numbers ?? {}
  return {
    ...change,
    ...(hasFurther(person, 'email', email) && { email_addresses: emailStatus }),
    ...(hasFurther(person, 'phone', phone) && { phone_numbers: phoneStatus }),
  }
}

/**
 * Applies a PUT to a person.
 * @returns the person, and the ignored paths
 * @throws OsdiError not_found, also for another owner's person; conflict when the person was erased
 */
export async function changePerson(
  owner: Owner,
  id: string,
  sent: PersonChange,
  dependencies: PersonDependencies,
  precondition: Precondition = () => undefined,
) {
  const { people, geocode, nativePrefix, now } = dependencies
  const { foreign } = splitIdentifiers(sent.identifiers ?? [], nativePrefix)
  const change = { ...(await readNumber(owner, sent, people)), identifiers: foreign }
  const apply = async (person: Person) => {
    precondition(person)
    return changedPerson(person, change, now(), geocode)
  }
  const changed = await people.change(owner, id, apply)
  if (!changed) throw notFound()
  if (changed.person.erased_date !== undefined) throw personErased()
  return { person: changed.person, ignored: changed.leftOut }
}
