import type { Location } from './location.js'
import type { Owner } from './principal.js'

/** A person of a principal's list. */
export interface Person {
  id: string
  owner: Owner
  /** Foreign identifiers, oldest first. The native one follows from the id. */
  identifiers: string[]
  /** Where the person's record came from. */
  origin_system: string
  given_name?: string
  family_name?: string
  email_addresses: EmailAddress[]
  postal_addresses: PostalAddress[]
  /** UTC with milliseconds, which answers leave out. */
  created_date: string
  modified_date: string
}

export interface EmailAddress {
  primary: boolean
  address: string
}

/** A location that somebody lives at; it has no venue. */
export interface PostalAddress extends Omit<Location, 'venue'> {
  primary: boolean
}

export interface PersonDraft {
  id: string
  owner: Owner
  given_name?: string | undefined
  family_name?: string | undefined
  email?: string | undefined
}

/** A person as the owner's own interface adds one. */
export function newPerson({ email, given_name, family_name, ...draft }: PersonDraft, now: Date): Person {
  return {
    ...draft,
    identifiers: [],
    origin_system: 'Turnout',
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    email_addresses: email ? [{ primary: true, address: email }] : [],
    postal_addresses: [],
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
  }
}
