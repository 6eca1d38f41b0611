import { type Person, contactsOf } from '../../../domain/people/person.js'
import type { Position } from '../../lists/numbered-list.js'
import type { PendingAttributes } from '../../lists/pending.js'
import { type Table, keyOf } from '../../table.js'
import type { TransactItem } from '../../conflicts.js'
import { putNew } from '../../transaction.js'
import type { Announced } from '../webhooks/announce.js'
import { claimContact, contactKeys } from './contacts.js'
import { claim } from '../identifiers/identifiers.js'

/** The items of a new person: its contacts, its identifiers, itself. */
export const newPersonItems = (
  table: Table,
  person: Person,
  position: Position | PendingAttributes | undefined,
  announced: Announced,
): TransactItem[] => [
  ...contactKeys(person.owner, contactsOf(person)).map((key) => claimContact(table, key, person.id)),
  ...personItems(table, person, position, announced),
]

export const personItems = (
  table: Table,
  person: Person,
  position: Position | PendingAttributes | undefined,
  announced: Announced,
): TransactItem[] => [
  ...person.identifiers.map((identifier) => claim(table, 'person', identifier, person.id)),
  putNew(table, keyOf.person(person.id), { ...person, ...position, ...announced }),
]
