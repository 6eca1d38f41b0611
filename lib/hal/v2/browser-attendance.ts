import type { OsdiEvent } from '../../domain/event.js'
import type { HelperRequest } from '../../domain/record-attendance.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import type { Body, BodyFields } from '../../domain/fields/body-field.js'
import { textOf } from '../../domain/fields/kinds.js'
import { addressFields } from '../../domain/fields/location.js'
import { enteredEmail, lineOf, phone } from '../../domain/fields/values.js'
import { bodyFields } from '../../domain/fields/vocabulary.js'
import { readNew } from '../../input/read-body.js'
import { signupIn } from './person.js'

/** A field of the form. Its limit keeps a few requests from filling the owner's list. */
const entry = lineOf(200)

/**
 * The fields of the helper that a form without a key may send: the person. A form cannot set tags or identifiers, or
 * subscribe a person.
 */
const browserFields: BodyFields = {
  person: {
    fields: {
      given_name: { value: entry },
      family_name: { value: entry },
      email_addresses: { primaryOf: { address: { value: enteredEmail } } },
      phone_numbers: { primaryOf: { number: { value: phone } } },
      postal_addresses: { primaryOf: bodyFields(addressFields(textOf(entry), true)) },
    },
  },
}

/** @throws OsdiError invalid, naming every fault; also when there is neither email nor phone */
export function readBrowserAttendance(body: Body): { request: HelperRequest; ignored: string[] } {
  const { values, ignored } = readNew(browserFields, body)
  return { request: { ...signupIn(values), draft: {} }, ignored }
}

/**
 * Serializes the answer to a browser: the instructions of the event, which are visible after an RSVP (version 2,
 * "Event"). It does not tell whether the person was known.
 */
export const browserAnswer = ({ instructions }: Pick<OsdiEvent, 'instructions'>): object => ({
  ...(instructions && { instructions: sanitizeHtml(instructions) }),
})
