/** A field that an owner has given to people, besides those that every person has. */
export interface CustomField {
  name: string
  /** When a person first had it: UTC with milliseconds. */
  created_date: string
}
