import type { itemFields, listFields } from './fields/email-list.js'
import type { Stored } from './fields/field.js'

/**
 * A list of people who may be written to: the people of a principal, or those who attended events with an
 * explicit creator, on that creator's personal list.
 */
export interface EmailList extends Stored<typeof listFields> {
  /** The id of the principal, or of the creator whose personal list it is. */
  id: string
}

/** That a person is on a list. */
export interface ListItem extends Stored<typeof itemFields> {
  list: string
  person: string
}
