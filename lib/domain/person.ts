import type { Owner } from './principal.js'

/** A person of a principal's list. */
export interface Person {
  id: string
  owner: Owner
  given_name?: string
  family_name?: string
  email_addresses: EmailAddress[]
  created_date: string
  modified_date: string
}

export interface EmailAddress {
  primary: boolean
  address: string
}
