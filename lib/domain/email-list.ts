/**
 * A list of people who may be written to: the people of a principal, or those who attended events with an
 * explicit creator, on that creator's personal list.
 */
export interface EmailList {
  /** The id of the principal, or of the creator whose personal list it is. */
  id: string
  title: string
  created_date: string
  /** Number of people on it. */
  total_items: number
}

/** That a person is on a list. */
export interface ListItem {
  list: string
  person: string
  created_date: string
}
