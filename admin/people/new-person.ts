import { randomUUID } from 'node:crypto'
import { type Person, enteredPerson } from '../../lib/people/person.js'
import type { Owner } from '../../lib/runtime/owner.js'
import { text } from '../../lib/fields/values.js'
import { emailAddress, required } from '../options.js'

/** The options that describe a person. */
export const person = {
  given_name: required('--given-name <name>', 'given name', text),
  family_name: required('--family-name <name>', 'family name', text),
  email: required('--email <address>', 'email address', emailAddress),
}

export interface Named {
  given_name: string
  family_name: string
  email: string
}

/** A person that the owner enters by hand. */
export const newPerson = (owner: Owner, named: Named, now: Date): Person =>
  enteredPerson({ id: randomUUID(), owner, ...named }, now)

/** The columns of a person in lists. */
export const namedIn = (person: Person | undefined) => ({
  given_name: person?.given_name,
  family_name: person?.family_name,
  email: person?.email_addresses.find(({ primary }) => primary)?.address,
})
