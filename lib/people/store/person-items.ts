import { type Person, contactsOf } from '../person.js'
import { type Position, lists } from '../../collections/numbered-list.js'
import type { PendingAttributes } from '../../collections/pending.js'
import { type Table, keyOf } from '../../table/table.js'
import type { TransactItem } from '../../table/conflicts.js'
import { restamp } from '../../resources/late-writes.js'
import type { ResourceKind, Writer } from '../../resources/write-resource.js'
import { claimContact, contactKeys } from './contacts.js'
import { among, claim } from '../../resources/identifiers.js'

/** The place of people in the table. */
export const personKind: ResourceKind<Person> = {
  keyOf: ({ id }) => keyOf.person(id),
  listOf: ({ owner }) => lists.peopleOf(owner),
}

/** Returns the claims of the contacts of a new person. */
export const claimsOfContacts = (table: Table, person: Person): TransactItem[] =>
  contactKeys(person.owner, contactsOf(person)).map((key) => claimContact(table, key, person.id))

/** Returns the items of a new person: its contacts, its identifiers, itself. */
export const newPersonItems = (
  table: Table,
  writer: Writer,
  person: Person,
  position: Position | PendingAttributes | undefined,
): TransactItem[] => [...claimsOfContacts(table, person), ...personItems(table, writer, person, position)]

/** The same without its contacts. Each attempt has a date of its own: earlier ones may have taken seconds. */
export const personItems = (
  table: Table,
  writer: Writer,
  person: Person,
  position: Position | PendingAttributes | undefined,
): TransactItem[] => [
  ...person.identifiers.map((identifier) => claim(table, among('person', person.owner), identifier, person.id)),
  writer.put(personKind, restamp(person), position),
]
