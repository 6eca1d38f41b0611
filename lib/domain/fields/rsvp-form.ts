import type { BodyFields } from './body-field.js'
import { enteredEmail, lineOf, phone } from './values.js'

/** A text that a visitor types. Its limit keeps a few requests from filling the owner's list. */
export const entry = lineOf(200)

/** The fields of the RSVP form, by the names of its inputs. A form cannot set tags or identifiers. */
export const rsvpFormFields = {
  given_name: { value: entry },
  family_name: { value: entry },
  email: { value: enteredEmail, required: true },
  phone: { value: phone },
  postal_code: { value: entry },
} satisfies BodyFields
