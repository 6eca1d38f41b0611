import { type Stored, constant, readOnly } from '../fields/field.js'
import { count, fixed, text } from '../fields/kinds.js'
import { createdDate, nativeIdentifier, originSystem } from '../fields/shared.js'

/**
 * A mailing list: the people of a principal, or the personal list of an explicit creator with the people who attended
 * the creator's events.
 */
export interface EmailList extends Stored<typeof listFields> {
  /** The id of the principal, or of the creator whose personal list it is. */
  id: string
}

/** The membership of a person in a list. */
export interface ListItem extends Stored<typeof itemFields> {
  list: string
  person: string
}

export const listFields = {
  identifiers: nativeIdentifier,
  origin_system: constant(text, 'Turnout', originSystem.meaning),
  created_date: createdDate,
  title: readOnly(text, 'The name of the owner'),
  total_items: readOnly(count, 'Number of people on it'),
}

/** The fields of an entry of an email list. */
export const itemFields = {
  identifiers: nativeIdentifier,
  created_date: createdDate,
  item_type: constant(fixed('osdi:person'), 'osdi:person', 'The type of the member'),
}
