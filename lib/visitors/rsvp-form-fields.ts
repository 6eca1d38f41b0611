import type { BodyFields } from '../fields/field.js'
import { enteredCount, enteredEmail, lineOf, phone } from '../fields/values.js'

/** A text that a visitor types. Its limit keeps a few requests from filling the owner's list. */
export const entry = lineOf(200)

/** The fields of the RSVP form, by the names of its inputs. A form cannot set tags or identifiers. */
export const rsvpFormFields = {
  name: { value: entry },
  given_name: { value: entry },
  family_name: { value: entry },
  email: { value: enteredEmail, required: true },
  phone: { value: phone },
  postal_code: { value: entry },
  guests: { value: enteredCount },
  consent: { value: entry },
  opt_in: { value: entry },
  source: { value: entry },
} satisfies BodyFields

/** The input for the solution of a challenge, which ALTCHA's own widget names so, too. */
export const SOLUTION = 'altcha'

/** An input that people do not see and programs fill in. Its name means nothing to a browser that fills in forms. */
export const HONEYPOT = 'website_2'
