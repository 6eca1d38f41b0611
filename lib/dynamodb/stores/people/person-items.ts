import { type Person, contactsOf } from '../../../domain/people/person.js'
import type { Position } from '../../lists/numbered-list.js'
import type { PendingAttributes } from '../../lists/pending.js'
import type { Table } from '../../table.js'
import type { TransactItem } from '../../conflicts.js'
import { restamp } from '../late-writes.js'
import type { Writer } from '../write-resource.js'
import { claimContact, contactKeys } from './contacts.js'
import { claim } from '../identifiers/identifiers.js'

/** Returns the claims of the contacts of a new person. */
export const claimsOfContacts = (table: Table, person: Person): TransactItem[] =>
  contactKeys(person.owner, contactsOf(person)).map((key) => claimContact(table, key, person.id))

/** Returns the items of a new person: its contacts, its identifiers, itself. */
export const newPersonItems = (
  table: Table,
  writer: Writer<'person'>,
  person: Person,
  position: Position | PendingAttributes | undefined,
): TransactItem[] => [...claimsOfContacts(table, person), ...personItems(table, writer, person, position)]

/** The same without its contacts. Each attempt has a date of its own: earlier ones may have taken seconds. */
export const personItems = (
  table: Table,
  writer: Writer<'person'>,
  person: Person,
  position: Position | PendingAttributes | undefined,
): TransactItem[] => [
  ...person.identifiers.map((identifier) => claim(table, 'person', identifier, person.id)),
  writer.put('person', restamp(person), position),
]
