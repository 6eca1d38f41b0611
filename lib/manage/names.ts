import type { Person } from '../domain/person.js'

/** What a page calls a person: the name, or else a contact. Empty for an erased person. */
export function nameOf({ given_name, family_name, email_addresses, phone_numbers }: Person): string {
  const name = [given_name, family_name].filter(Boolean).join(' ')
  return name || (email_addresses[0]?.address ?? phone_numbers[0]?.number ?? '')
}
