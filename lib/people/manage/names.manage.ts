import type { Person } from '../person.js'

/** Returns the contact of a person: the first email, or else the first phone number. */
export const contactOf = ({
  email_addresses,
  phone_numbers,
}: Pick<Person, 'email_addresses' | 'phone_numbers'>): string | undefined =>
  email_addresses[0]?.address ?? phone_numbers[0]?.number

/** Returns the name of a person on pages: the name, or else a contact. Empty for an erased person. */
export function nameOf(person: Person): string {
  return fullNameOf(person) || (contactOf(person) ?? '')
}

/** Returns the name of a person, and no contact in its place. */
export const fullNameOf = ({ given_name, family_name }: Pick<Person, 'given_name' | 'family_name'>): string =>
  [given_name, family_name].filter(Boolean).join(' ')
