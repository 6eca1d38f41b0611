import { rsvpFormFields } from '../domain/fields/rsvp-form.js'
import type { HelperRequest } from '../domain/record-attendance.js'
import { readNew } from './read-body.js'

/** The inputs of a form by their names, as a browser sends them. */
export type FormInputs = Record<string, string>

/**
 * Reads the RSVP form of a visitor. Inputs that the form does not have are ignored.
 * @throws OsdiError invalid, naming every fault by the name of its input
 */
export function readRsvpForm(inputs: FormInputs): HelperRequest {
  const trimmed = Object.entries(inputs).map(([name, text]) => [name, text.trim()])
  const { values } = readNew(rsvpFormFields, Object.fromEntries(trimmed) as FormInputs)
  const { given_name, family_name, email, phone, postal_code } = values as Partial<
    Record<keyof typeof rsvpFormFields, string>
  >
  const person = {
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    ...(email && { email_addresses: { address: email } }),
    ...(phone && { phone_numbers: { number: phone } }),
    ...(postal_code && { postal_addresses: { postal_code } }),
  }
  return { person, draft: {}, add_tags: [], remove_tags: [] }
}
