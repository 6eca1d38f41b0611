import type { itemFields, listFields } from './list-fields.js'
import type { Stored } from '../fields/field.js'

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
