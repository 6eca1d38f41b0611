import { isDeepStrictEqual } from 'node:util'
import { OsdiError } from '../runtime/errors.js'
import { applyChange, type Change, type Stored } from '../fields/field.js'
import { type EmailStatus, type PhoneStatus, personFields } from './person-fields.js'
import { type Geocode, type Location, changedLocation } from '../locations/location.js'
import { comparableEmail } from '../fields/email-address.js'
import { compareTexts } from '../fields/compare-texts.js'
import { isSamePhone } from '../fields/phone.js'
import type { Owner } from '../runtime/owner.js'
import { nextVersion } from '../fields/version.js'

/** A person of a principal's list. Lists of contacts and addresses hold at most one entry. */
export interface Person extends Stored<typeof personFields> {
  id: string
  owner: Owner
  /** Counts the writes of this person; every change is conditional on it. */
  revision: number
  /** Contacts of people who were merged into this one, which also match it. No document shows them. */
  further_contacts?: Contact[]
  /** The boxes by which the person has subscribed, the last ones. Only the person's own data shows them. */
  opt_ins?: OptIn[]
  /** Set where an RSVP has made and subscribed the person, and its form had no box. No document shows it. */
  without_box?: true
  /** Notes of the team, which its interface and the person's own data show. */
  notes?: string
}

/** The proof that a person has subscribed by a form. */
export interface OptIn {
  /** The time at which the box was ticked. */
  date: string
  /** The text of the box. */
  text: string
  /** The address of the page that it is about. */
  page: string
  /** The time at which the email to the address was confirmed, where it is asked for. */
  confirmed_date?: string
}

/** The number of proofs that are kept: a person may leave and come back often. */
const MOST_OPT_INS = 10

/** Returns the proofs of two records of a person, or a record and one more, in the order of time. */
export const optInsOf = (...all: OptIn[]): Pick<Person, 'opt_ins'> =>
  all.length === 0
    ? {}
    : { opt_ins: all.toSorted((one, other) => compareTexts(one.date, other.date)).slice(-MOST_OPT_INS) }

/** A contact in the form in which contacts are compared. */
export interface Contact {
  kind: 'email' | 'phone'
  value: string
}

export interface EmailAddress {
  primary: true
  address: string
  status: EmailStatus
}

export interface PhoneNumber {
  primary: true
  /** Digits alone, with the country code, by which it is matched: `12025550142`. */
  number: string
  /** As it was typed, where that is not the number itself. */
  typed?: string
  number_type: 'Mobile'
  status: PhoneStatus
}

/** The home address of a person; it has no venue. */
export interface PostalAddress extends Omit<Location, 'venue'> {
  primary: true
}

/** A person as sent: absent fields stay, null clears. */
export type PersonChange = Change<typeof personFields> & {
  /** The box that the person has ticked. No body of a request has it. */
  opt_in?: OptIn | undefined
  /** Nobody has asked for mail: an address that is new is unsubscribed. No body of a request has it. */
  unasked?: true
  /** Whether a form without a box subscribes a new person. No body of a request has it. */
  without_box?: true
  /** Notes of the team, empty to clear them. No body of a request has them. */
  notes?: string | undefined
}

/** Longest notes, in characters. */
export const MOST_NOTES = 2_000

/** Returns the notes of a person as they are kept: none where nothing is written. */
export const notesOf = (text: string): Pick<Person, 'notes'> => (text === '' ? {} : { notes: text })

/** The contacts that match a person in a list: email before phone. */
export interface Contacts {
  email?: string | undefined
  phone?: string | undefined
}

/** Returns the contacts of a person in the form in which they are compared. */
export const contactsOf = ({
  email_addresses,
  phone_numbers,
}: Pick<Person, 'email_addresses' | 'phone_numbers'>): Contacts => ({
  email: email_addresses[0] && comparableEmail(email_addresses[0].address),
  phone: phone_numbers[0]?.number,
})

/** Returns all contacts that match a person: its own, and those of people who were merged into it. */
export function allContactsOf(
  person: Pick<Person, 'email_addresses' | 'phone_numbers' | 'further_contacts'>,
): Contact[] {
  const own = contactsOneByOne(contactsOf(person))
  return [...own, ...furtherBesides(person.further_contacts, own)]
}

/** Further contacts without some others. */
const furtherBesides = (further: Contact[] = [], others: Contact[]): Contact[] =>
  further.filter((each) => !others.some(isSameContact(each)))

export const isSameContact =
  (one: Contact) =>
  (other: Contact): boolean =>
    one.kind === other.kind && one.value === other.value

/** Whether a person is found by a contact that is not its own one. */
export const hasFurther = ({ further_contacts = [] }: Person, kind: Contact['kind'], value?: string): boolean =>
  value !== undefined && further_contacts.some(isSameContact({ kind, value }))

/** Returns a number of a request without what it says of messages to it. */
export const numberAlone = ({
  status: _status,
  ...number
}: NonNullable<PersonChange['phone_numbers']>): NonNullable<PersonChange['phone_numbers']> => number

/** Returns contacts one by one: email before phone. */
export const contactsOneByOne = ({ email, phone }: Contacts): Contact[] => [
  ...(email === undefined ? [] : [{ kind: 'email' as const, value: email }]),
  ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: phone }]),
]

/** Returns the contacts in a request whose phone number has been read (record-person.ts). */
export const contactsIn = ({ email_addresses, phone_numbers }: PersonChange): Contacts => ({
  email: email_addresses?.address && comparableEmail(email_addresses.address),
  phone: phone_numbers?.number,
})

/**
 * Returns what a request may match a person by: its contacts and identifiers. Of a phone, the digits that it has in
 * every country's writing.
 */
export function keysOfPerson(sent: PersonChange): string[] {
  const { email, phone: typed } = contactsIn(sent)
  const phone = typed?.replace(/\D/g, '').slice(-7)
  return [email, phone, ...(sent.identifiers ?? [])].filter((key) => key !== undefined)
}

/** Returns a person with only an id. */
export const blankPerson = (id: string, owner: Owner, now: Date): Person => ({
  id,
  owner,
  identifiers: [],
  origin_system: 'Turnout',
  email_addresses: [],
  phone_numbers: [],
  postal_addresses: [],
  languages_spoken: [],
  custom_fields: {},
  created_date: now.toISOString(),
  modified_date: now.toISOString(),
  revision: 0,
})

export interface PersonDraft {
  id: string
  owner: Owner
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
}

/** Creates a person from the owner's own interface. */
export function enteredPerson({ id, owner, email, given_name, family_name }: PersonDraft, now: Date): Person {
  return {
    ...blankPerson(id, owner, now),
    revision: 1,
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    email_addresses: email ? [{ primary: true, address: email, status: 'subscribed' }] : [],
  }
}

/** Creates a person from a request. */
export const newPerson = async (id: string, owner: Owner, sent: PersonChange, now: Date, geocode: Geocode) =>
  changedPerson(blankPerson(id, owner, now), sent, now, geocode)

/**
 * Returns the person after a change, or the same object if nothing differs. A change never removes both email and
 * phone, because no sign-up would match the person again. An erased person does not change.
 */
export async function changedPerson(person: Person, sent: PersonChange, now: Date, geocode: Geocode): Promise<Person> {
  if (person.erased_date !== undefined) return person
  const { notes = '', ...others } = person
  const changed: Person = {
    ...applyChange(personFields, others, sent),
    ...notesOf(sent.notes ?? notes),
    email_addresses: changedEmail(person, sent),
    phone_numbers: changedPhone(person, sent.phone_numbers),
    postal_addresses: await changedAddress(person, sent.postal_addresses, geocode),
    languages_spoken: sent.languages_spoken === null ? [] : (sent.languages_spoken ?? person.languages_spoken),
    custom_fields: sent.custom_fields === null ? {} : mergedFields(person, sent.custom_fields),
    ...(sent.without_box && person.revision === 0 && { without_box: true }),
    ...(sent.opt_in && optInsOf(...(person.opt_ins ?? []), sent.opt_in)),
  }
  if (changed.email_addresses.length + changed.phone_numbers.length === 0) {
    changed.email_addresses = person.email_addresses
    changed.phone_numbers = person.phone_numbers
  }
  if (person.revision > 0 && isDeepStrictEqual(changed, person)) return person
  return { ...changed, ...nextVersion(person, now) }
}

/** Returns the error for a change of an erased person. */
export const personErased = () =>
  new OsdiError('conflict', 'This person was erased', [
    {
      error_code: 'person_erased',
      description: 'This person asked to be erased, and cannot be changed',
      properties: [],
      hint: 'The next sign-up with the same email creates a new person',
    },
  ])

/** Statuses of an address to which no mail goes. */
const SUPPRESSED = new Set<string>(['bouncing', 'spam complaint'])

/** Whether a request asks for the mailing list where no mail goes: only an organizer lets mail go there again. */
export const isSuppressedStill = (sent: PersonChange['email_addresses'], known: EmailAddress | undefined): boolean =>
  sent?.status === 'subscribed' && known !== undefined && SUPPRESSED.has(known.status)

/** A new address is subscribed unless the request says otherwise; a known one keeps its status. */
function changedEmail(
  { email_addresses }: Person,
  { email_addresses: sent, unasked }: Pick<PersonChange, 'email_addresses' | 'unasked'>,
): EmailAddress[] {
  if (sent === null) return []
  const [known] = email_addresses
  const address = sent?.address ?? known?.address
  if (!sent || !address) return email_addresses
  const same = known && comparableEmail(known.address) === comparableEmail(address)
  const asked = same && isSuppressedStill(sent, known) ? undefined : sent.status
  const status = asked ?? (same ? known.status : unasked ? 'unsubscribed' : 'subscribed')
  return [{ primary: true, address: same ? known.address : address, status }]
}

/** A new number is unsubscribed unless the request says otherwise; a known one keeps its status. */
function changedPhone({ phone_numbers }: Person, sent: PersonChange['phone_numbers']): PhoneNumber[] {
  if (sent === null) return []
  const [known] = phone_numbers
  if (!sent || !(sent.number ?? known)) return phone_numbers
  const { number, typed = number, status } = sent
  if (known && (number === undefined || number === known.number || isSamePhone(known.number, typed ?? number)))
    return [{ ...known, status: status ?? known.status }]
  const isKept = typed !== undefined && typed !== number && typed !== `+${number}`
  return [
    {
      primary: true,
      number: number as string,
      ...(isKept && { typed }),
      number_type: 'Mobile',
      status: status ?? 'unsubscribed',
    },
  ]
}

async function changedAddress(
  { postal_addresses }: Person,
  sent: PersonChange['postal_addresses'],
  geocode: Geocode,
): Promise<PostalAddress[]> {
  if (sent === null) return []
  if (sent === undefined || Object.keys(sent).length === 0) return postal_addresses
  const [known] = postal_addresses
  const geocoded = known ? await changedLocation({ location: known }, sent, geocode) : await geocode(sent)
  if (geocoded.location === known) return postal_addresses
  const { venue: _none, ...location } = geocoded.location
  return [{ primary: true, ...location }]
}

function mergedFields({ custom_fields }: Person, sent: Record<string, string | null> = {}) {
  const merged = Object.entries({ ...custom_fields, ...sent })
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
}
