import { type Person, type PersonChange, blankPerson } from '../people/person.js'
import type { Names } from '../people/names-in.js'
import type { Attendance } from './attendance.js'

/** The names and contacts that somebody typed into a form without a key. */
export interface TypedGuest extends Names {
  email?: string
  phone?: string
}

/** Returns what a form says of a person, as it is kept with the RSVP. */
export function typedGuest({
  given_name,
  family_name,
  email_addresses: email,
  phone_numbers: phone,
}: PersonChange): TypedGuest {
  return {
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    ...(email?.address && { email: email.address }),
    ...(phone?.number && { phone: phone.number }),
  }
}

/**
 * Returns a guest as people see one who are not of the team: of an RSVP by a form, what the form said. Anybody may type
 * the email of another person, and would else learn who is in the list, by which name and number.
 */
export function guestAsTyped({ typed }: Pick<Attendance, 'typed'>, person: Person): Person {
  if (!typed || person.erased_date !== undefined) return person
  const { id, owner, created_date } = person
  const { email, phone, ...names } = typed
  const unsubscribed = { primary: true, status: 'unsubscribed' } as const
  return {
    ...blankPerson(id, owner, new Date(created_date)),
    ...names,
    email_addresses: email ? [{ ...unsubscribed, address: email }] : [],
    phone_numbers: phone ? [{ ...unsubscribed, number: phone, number_type: 'Mobile' }] : [],
  }
}
