import { notFound } from '../runtime/errors.js'
import { comparableEmail } from '../fields/email-address.js'
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
import type { Scope } from '../runtime/principal.js'
import type { Admit } from './refusals.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { readCountry } from '../access/store/read-settings.js'
import { changePerson as changeStored } from './store/change-person.js'
import { createPerson } from './store/create-person.js'
import { holderOf, lookUp } from './store/find-people.js'
import type { App } from '../table/app.js'

/** The context of recording people: the app, and what differs for a visitor, a batch or an import. */
export interface Recording extends App {
  geocode: Geocode
  /** Writes a person who is known. */
  changeKnown?: typeof changeStored
  /**
   * Whether strangers may have typed the contacts: beside an email, a phone number then leads to nobody. An email that
   * fails to come would tell that the number is known.
   */
  isTyped?: boolean
  /** Writes a new person. */
  createNew?: (table: App['table'], person: Person) => Promise<Created | undefined>
  /** The country of an owner, in which a number without a code is dialed. */
  countryOf?: typeof readCountry
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
  recording: Recording,
  owner: Owner,
  sent: PersonChange,
  country?: Countries,
): Promise<Person> => {
  const read = await readNumber(recording, owner, sent, country)
  return (await recordTogether(recording, owner, read)).person
}

/** Finds the country in which a request takes place, as far as it says so. */
type Countries = () => Promise<string | undefined>

/** Reads the country of an owner once, for the many rows of a request. */
export function countryOnce(): typeof readCountry {
  let country: Promise<string | undefined> | undefined
  return (table, owner) => (country ??= readCountry(table, owner))
}

/**
 * Reads the phone number of a request by which the person is matched: in the country of the person, else in that of the
 * event, else in that of the owner, which is read only then.
 */
export function readNumber(
  { table, countryOf = readCountry }: Pick<Recording, 'table' | 'countryOf'>,
  owner: Owner,
  sent: PersonChange,
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
  return (async () => readIn((await here?.()) ?? (await countryOf(table, owner))))()
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
   * Creates a person with it, as `createPerson`.
   * @param total the length of the owner's list of people, where it was read a moment ago
   */
  create(person: Person, other: Other, total: number | undefined): Promise<More | undefined>
}

/**
 * The same for a person who is recorded together with something else.
 * @returns the person, and what `create` has created with them
 */
export async function recordTogether<Other, More extends Created>(
  recording: Recording,
  owner: Owner,
  sent: PersonChange,
  together?: Together<Other, More>,
): Promise<(Created | More) & { wasKnown: boolean }> {
  const { table, createNew = createPerson } = recording
  const reading = readNumber(recording, owner, sent, together?.country)
  // Nothing is awaited in vain, so that the person is read in one request with the event. What is begun is awaited with
  // the number: where it fails and nobody awaits it, the process of a function ends without an answer.
  const read =
    reading instanceof Promise ? (await Promise.all([reading, together?.other, together?.admit]))[0] : reading
  for (;;) {
    const matched = await matchPerson(recording, owner, read, together)
    const { known, fresh, lacksPhone } = matched
    if (known) return { person: known, wasKnown: true }
    const created =
      together && !lacksPhone
        ? await together.create(fresh, await together.other, matched.total)
        : await createNew(table, fresh)
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
  { table, site, geocode, now, newId, changeKnown = changeStored, isTyped = false }: Recording,
  owner: Owner,
  sent: PersonChange,
  { other, admit: admitting }: Alongside = {},
): Promise<MatchedPerson> {
  const { foreign } = splitIdentifiers(sent.identifiers ?? [], site.nativePrefix)
  const change = { ...sent, identifiers: foreign }
  const contacts = contactsIn(change)
  let admit: Admit | undefined
  const apply = async (person: Person) => {
    if (isAnotherPerson(person, contacts, isTyped)) return person
    admit?.(allContactsOf(person))
    return changedPerson(person, withoutFurther(person, change), now(), geocode)
  }
  for (;;) {
    const [{ holder, total }, admits] = await Promise.all([
      other ? lookUp(table, owner, contacts) : onlyHolder(table, owner, contacts),
      admitting,
      other,
    ])
    admit = admits
    admit?.(contactsOneByOne(contacts))
    const known = holder === undefined ? undefined : (await changeKnown(table, owner, holder, apply))?.person
    // The person was erased just now, so the contacts are free.
    if (known?.erased_date !== undefined) continue
    if (known && !isAnotherPerson(known, contacts, isTyped)) {
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
const onlyHolder = async (table: App['table'], owner: Owner, contacts: Contacts) => ({
  holder: await holderOf(table, owner, contacts),
  total: undefined,
})

/** Whether a person who has the request's phone has another email than the request; with a typed one, also none. */
function isAnotherPerson(person: Person, { email: sent }: Contacts, isTyped: boolean): boolean {
  const { email } = contactsOf(person)
  const isOther = email === undefined ? isTyped : email !== sent
  return sent !== undefined && isOther && !hasFurther(person, 'email', sent)
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
 * @param scope of the key. Links to the person's own data and events go to their email: a key that may not read those
 *   may not lead them elsewhere
 * @returns the person, and the ignored paths
 * @throws OsdiError not_found, also for another owner's person; conflict when the person was erased
 */
export async function changePerson(
  recording: Recording,
  owner: Owner,
  id: string,
  sent: PersonChange,
  precondition: Precondition = () => undefined,
  scope?: Scope,
) {
  const { table, site, geocode, now, changeKnown = changeStored } = recording
  const { foreign } = splitIdentifiers(sent.identifiers ?? [], site.nativePrefix)
  const change = { ...(await readNumber(recording, owner, sent)), identifiers: foreign }
  const apply = async (person: Person) => {
    precondition(person)
    keepsEmail = scope === 'rsvp' && isOtherEmail(person, change)
    return changedPerson(person, keepsEmail ? withoutEmail(change) : change, now(), geocode)
  }
  let keepsEmail = false
  const changed = await changeKnown(table, owner, id, apply)
  if (!changed) throw notFound()
  if (changed.person.erased_date !== undefined) throw personErased()
  return {
    person: changed.person,
    ignored: [...changed.leftOut, ...(keepsEmail && sent.email_addresses ? ['email_addresses'] : [])],
  }
}

/** Whether a change replaces or clears the email of a person who has one. */
function isOtherEmail(person: Person, { email_addresses: sent }: PersonChange): boolean {
  const { email } = contactsOf(person)
  if (email === undefined || sent === undefined) return false
  return sent === null || (sent.address !== undefined && comparableEmail(sent.address) !== email)
}

const withoutEmail = ({ email_addresses: _kept, ...others }: PersonChange): PersonChange => others
