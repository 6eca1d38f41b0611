import type { VisitorRsvp } from './browser-attendance.js'
import { namesIn } from '../people/names-in.js'
import { rsvpFormFields } from './rsvp-form-fields.js'
import { readNew } from '../fields/read-body.js'

/** The inputs of a form by their names, as a browser sends them. */
export type FormInputs = Record<string, string>

/**
 * Reads the RSVP form of a visitor. Inputs that the form does not have are ignored.
 * @param page the address of the page that it is about
 * @throws OsdiError invalid, naming every fault by the name of its input
 */
export function readRsvpForm(inputs: FormInputs, page: string): VisitorRsvp {
  const trimmed = Object.entries(inputs).map(([name, text]) => [name, text.trim()])
  const { values } = readNew(rsvpFormFields, Object.fromEntries(trimmed) as FormInputs)
  const {
    name = '',
    email,
    phone,
    postal_code,
    consent,
    opt_in,
    source,
    ...names
  } = values as Partial<Record<keyof typeof rsvpFormFields, string>>
  const { given_name, family_name } = { ...namesIn(name), ...names }
  const { guests } = values as { guests?: number }
  const person = {
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    ...(email && { email_addresses: { address: email } }),
    ...(phone && { phone_numbers: { number: phone } }),
    ...(postal_code && { postal_addresses: { postal_code } }),
  }
  // A browser sends no value for a box that is not ticked.
  return { person, agreement: { consent, isOptedIn: opt_in !== undefined, page }, guests, source }
}
