import type { OsdiEvent } from '../../domain/event.js'
import type { HelperRequest } from '../../domain/record-attendance.js'
import { sanitizeHtml } from '../../sanitize/sanitize-html.js'
import type { Body, BodyFields } from '../../domain/fields/body-field.js'
import { textOf } from '../../domain/fields/kinds.js'
import { addressFields } from '../../domain/fields/location.js'
import { email, lineOf, phone } from '../../domain/fields/values.js'
import { bodyFields } from '../../domain/fields/vocabulary.js'
import { readNew } from '../../input/read-body.js'
import { signupIn } from './person.js'

/** What people enter into a field: a stranger should not fill the owner's list with a few requests. */
const entry = lineOf(200)

/**
 * What the record attendance helper takes of a form in anybody's page: who comes. Nothing by which a stranger
 * could choose tags, identifiers, or who hears from the owner.
 */
const browserFields: BodyFields = {
  person: {
    fields: {
      given_name: { value: entry },
      family_name: { value: entry },
      email_addresses: { primaryOf: { address: { value: email } } },
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
 * What a browser hears of the attendance that it recorded: the instructions of the event, which are visible after an
 * RSVP (version 2, "Event"), and nothing of who is known.
 */
export const browserAnswer = ({ instructions }: Pick<OsdiEvent, 'instructions'>): object => ({
  ...(instructions && { instructions: sanitizeHtml(instructions) }),
})
