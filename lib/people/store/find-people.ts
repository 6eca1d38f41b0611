import { readCountry } from '../../access/store/read-settings.js'
import { isContended, syncContention } from '../../collections/contention.js'
import { lengthIn, lists } from '../../collections/numbered-list.js'
import { comparableEmail } from '../../fields/email-address.js'
import { hasCountryCode, phoneNumberIn } from '../../fields/phone.js'
import { notFound } from '../../runtime/errors.js'
import type { Owner } from '../../runtime/owner.js'
import type { Contacts, Person } from '../person.js'
import { getMany, getTogether } from '../../table/reads.js'
import { type Table, keyOf, valueOf } from '../../table/table.js'
import { contactKeys } from './contacts.js'

/** People by their ids. */
export type PeopleById = ReadonlyMap<string, Person>

/** Reads those of some people that are in an owner's list: one request for up to a hundred of them. */
export async function findPeople(table: Table, owner: Owner, ids: string[]): Promise<PeopleById> {
  const distinct = [...new Set(ids)]
  const items = await getMany(table, distinct.map(keyOf.person))
  const own = items.flatMap((item) => (item?.['owner'] === owner ? [valueOf<Person>(item)] : []))
  return new Map(own.map((person) => [person.id, person]))
}

/** Whether any of some people of an owner was erased, or merged into another one. */
export async function isAnyErased(table: Table, owner: Owner, ids: string[]): Promise<boolean> {
  const items = await getMany(table, ids.map(keyOf.person), { consistent: true })
  return items.some((item) => item?.['owner'] === owner && item['erased_date'] !== undefined)
}

/** Reads a person consistently, together with others that a request reads at the same time. */
export async function loadPerson(table: Table, id: string): Promise<Person | undefined> {
  const [item] = await getTogether(table, [keyOf.person(id)])
  return item && valueOf<Person>(item)
}

/** Reads a person of an owner's list. @throws OsdiError not_found, also for another owner's person */
export async function findPerson(table: Table, owner: Owner, id: string): Promise<Person> {
  const person = await loadPerson(table, id)
  if (person?.owner !== owner) throw notFound()
  return person
}

/** Reads a person of an owner's list who is not erased, together with what else the request reads. */
export async function findPresent(table: Table, owner: Owner, id: string): Promise<Person | undefined> {
  const person = await loadPerson(table, id)
  return person?.owner === owner && person.erased_date === undefined ? person : undefined
}

/**
 * Returns the id of the person in an owner's list who has the email, or else the phone. A claimed email may lead to a
 * person who is not written yet.
 */
export async function holderOf(table: Table, owner: Owner, contacts: Contacts): Promise<string | undefined> {
  const claims = await getTogether(table, contactKeys(owner, contacts))
  return claims.find((each) => each !== undefined)?.['person'] as string | undefined
}

/**
 * Returns the person whom a contact finds as a person typed it: a number in the country of the owner, or by its digits
 * as documents show them.
 */
export async function holderOfTyped(
  table: Table,
  owner: Owner,
  { email, phone }: Contacts,
): Promise<string | undefined> {
  if (phone === undefined) return holderOf(table, owner, { email: email && comparableEmail(email) })
  const country = hasCountryCode(phone) ? undefined : await readCountry(table, owner)
  const [read, digits] = [phoneNumberIn(phone, country), phone.replace(/\D/g, '')]
  const holder = await holderOf(table, owner, { phone: read })
  return holder ?? (digits === read ? undefined : holderOf(table, owner, { phone: digits }))
}

/** As `holderOf`, with the length of the list of people; undefined in a rush, where it is not needed. */
export async function lookUp(
  table: Table,
  owner: Owner,
  contacts: Contacts,
): Promise<{ holder: string | undefined; total: number | undefined }> {
  const list = lists.peopleOf(owner)
  // A partition takes 3,000 reads a second, fewer than there are RSVPs in a rush.
  const isRead = !isContended(table, list)
  const [length, holder] = await Promise.all([
    isRead ? getTogether(table, [list.length]) : [],
    holderOf(table, owner, contacts),
  ])
  syncContention(table, list, length[0])
  return { holder, total: isRead ? lengthIn(length[0]) : undefined }
}
