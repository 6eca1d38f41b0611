import type { Person } from '../person.js'
import { asSeen } from '../../resources/orphaned-claims.js'
import { getMany } from '../../table/reads.js'
import { type Item, type Key, type Table, keyIn, keyOf } from '../../table/table.js'
import { transact } from '../../table/transaction.js'
import { contactKeysOf, releaseContact } from './contacts.js'

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
