import { assertItemSize } from '../../resources/item-size.js'
import { type Person, contactsOf } from '../person.js'
import type { Created } from '../record-person.js'
import { identifierIn } from '../../resources/identifiers.js'
import { releaseOrphanedIdentifiers } from '../../resources/orphaned-claims.js'
import { releaseOrphanedContacts, claimContact, contactKeys } from './contacts.js'
import { insertTogether } from '../../table/insert-together.js'
import { append } from '../../collections/append.js'
import { isContended } from '../../collections/contention.js'
import { type NumberedList, lists } from '../../collections/numbered-list.js'
import { type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { putIfAbsent } from '../../table/transaction.js'
import { writeResource } from '../../resources/write-resource.js'
import { keepFieldNames } from './custom-field-store.js'
import { personItems } from './person-items.js'

/** The items that are written in one transaction with a new person, if possible. */
export interface WrittenTogether<More extends Created> {
  /** The list that it joins. */
  list: NumberedList
  /** The length of the owner's list of people, where it was read a moment ago. */
  total_people: number | undefined
  /**
   * Writes it and the person.
   * @param claims of the person's contacts that are not written yet
   * @returns undefined where nothing is written
   */
  write(claims: TransactItem[]): Promise<More | undefined>
}

/**
 * Creates a person, without identifiers that another person holds, and something else with them if possible.
 * @returns the person, with the other if it is written, too; undefined when another request has just taken a contact,
 *   and nothing is written
 */
export async function createPerson<More extends Created>(
  table: Table,
  person: Person,
  together?: WrittenTogether<More>,
): Promise<Created | More | undefined> {
  await keepFieldNames(table, person)
  const contacts = contactsOf(assertItemSize(person, 'person'))
  const claims = contactKeys(person.owner, contacts).map((key) => claimContact(table, key, person.id))
  // The length of the list was read for this RSVP, so that it is none of many rows. While no other process writes to
  // the lists, one request less is worth one unit more (docs/decisions/0001-identifier-claims.md).
  const isCalm = together?.total_people !== undefined && isFree(table, [lists.peopleOf(person.owner), together.list])
  const first = isCalm ? await together.write(claims) : undefined
  if (first) return first
  // Otherwise an email without a phone number is claimed first, by a put, at half the cost of a transaction that may
  // have to be repeated. A process that crashes in between leaves the claim to the next sign-up with the email.
  const isClaimed = contacts.email !== undefined && contacts.phone === undefined
  if (isClaimed && !(await claimEmail(table, person, contacts.email as string))) return undefined
  const left = isClaimed ? [] : claims
  // In a rush on the other list the person is written alone, and nothing has changed the length that was read.
  const isRush = together && isContended(table, together.list)
  const both = together && !isCalm && (await together.write(left))
  if (both) return both
  let known = isRush ? together.total_people : undefined
  const leftOut = new Set<string>()
  for (;;) {
    const identifiers = person.identifiers.filter((each) => !leftOut.has(each))
    const kept = { ...person, identifiers }
    const { outcome, latest } = await writeResource(table, (writer) =>
      append(
        table,
        [lists.peopleOf(person.owner)],
        ([position]) => [...left, ...personItems(table, writer, kept, position)],
        { known },
      ),
    )
    known = undefined
    if (outcome === 'written') return { person: latest(kept) }
    if (outcome.at(keyOf.person(person.id))) return undefined
    const contactsHeld = outcome.of('contact')
    if (await releaseOrphanedContacts(table, contactsHeld)) continue
    if (contactsHeld.length > 0) return undefined
    const identifiersHeld = outcome.of('identifier')
    if (await releaseOrphanedIdentifiers(table, identifiersHeld)) continue
    identifiersHeld.map(identifierIn).forEach((each) => leftOut.add(each))
  }
}

/** Whether no other process writes to lists, as far as this one knows. Requests of this one share a transaction. */
const isFree = (table: Table, all: NumberedList[]) => all.every((list) => !isContended(table, list))

/**
 * Claims an email, together with other emails that this process claims at the same time.
 * @returns false when another person has the email, or another request has claimed it
 */
function claimEmail(table: Table, { id, owner }: Person, email: string): Promise<boolean> {
  const key = keyOf.contact(owner, 'email', email)
  return insertTogether(table, key, { person: id }, async () => {
    for (;;) {
      const claim = await putIfAbsent(table, key, { person: id })
      if (!claim || claim['person'] === id) return true
      if (!(await releaseOrphanedContacts(table, [claim]))) return false
    }
  })
}
