import { type Contacts, type Person, allContactsOf } from '../person.js'
import type { Owner } from '../../runtime/owner.js'
import { type Key, type Table, keyOf, type Item, keyIn } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { asSeen } from '../../resources/orphaned-claims.js'
import { getMany } from '../../table/reads.js'
import { transact } from '../../table/transaction.js'

/** Returns the keys of contacts in an owner's list. Email comes first, because it identifies a person better. */
export const contactKeys = (owner: Owner, { email, phone }: Contacts): Key[] => [
  ...(email ? [keyOf.contact(owner, 'email', email)] : []),
  ...(phone ? [keyOf.contact(owner, 'phone', phone)] : []),
]

/** Returns the keys of all contacts that match a person. */
const contactKeysOf = (
  person: Pick<Person, 'owner' | 'email_addresses' | 'phone_numbers' | 'further_contacts'>,
): Key[] => allContactsOf(person).map(({ kind, value }) => keyOf.contact(person.owner, kind, value))

/**
 * Claims a contact, on condition that it is free or the person has it already.
 * @param former the holder that may have it too, and loses it in the same transaction
 */
export const claimContact = (table: Table, key: Key, person: string, former = person): TransactItem => ({
  Put: {
    TableName: table.name,
    Item: { person, ...key },
    ConditionExpression: 'attribute_not_exists(pk) OR person = :person OR person = :former',
    ExpressionAttributeValues: { ':person': person, ':former': former },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** Releases a contact, so that anybody may claim it. */
export const releaseContact = (table: Table, key: Key, person: string): TransactItem => ({
  Delete: {
    TableName: table.name,
    Key: key,
    ConditionExpression: 'person = :person',
    ExpressionAttributeValues: { ':person': person },
  },
})

/**
 * Releases the orphaned ones of some claims of contacts. The claim of an email stays without its person: that person
 * may be about to be written, or the next sign-up with the email creates it (lib/people/store/README.md).
 * @param claims that a write has met
 * @returns whether the write is worth another attempt
 */
export async function releaseOrphanedContacts(table: Table, claims: Item[]): Promise<boolean> {
  const met = claims as (Item & { person: string })[]
  const people = await getMany(
    table,
    met.map(({ person }) => keyOf.person(person)),
    { consistent: true },
  )
  const orphans = met
    .map((claim, i) => ({ ...claim, found: people[i] }))
    .filter((claim) => !(claim.found ? hasContact(claim.found, claim) : isEmail(claim)))
  for (const { person, found, ...claim } of orphans)
    await transact(table, [releaseContact(table, keyIn(claim), person), asSeen(table, keyOf.person(person), found)])
  return orphans.length > 0
}

const isEmail = ({ pk }: Key) => pk.includes('#email:')

const hasContact = (person: Item, { pk }: Key): boolean =>
  contactKeysOf(person as unknown as Person).some((key) => key.pk === pk)
