import type { OsdiEvent } from '../../domain/event.js'
import type { HelperRequest } from '../../domain/record-attendance.js'
import { sanitised } from '../../embed/sanitised.js'
import { type Body, type Fields, readNew } from '../fields.js'
import { addressFields } from '../location.js'
import { email, lineOf, phone } from '../values.js'
import { personIn } from './person.js'

/** What people enter into a field: a stranger should not fill the owner's list with a few requests. */
const entry = lineOf(200)

/**
 * What the record attendance helper takes of a form in anybody's page: who comes. Nothing by which a stranger
 * could choose tags, identifiers, or who hears from the owner.
 */
const browserFields: Fields = {
  person: {
    fields: {
      given_name: { value: entry },
      family_name: { value: entry },
      email_addresses: { primaryOf: { address: { value: email } } },
      phone_numbers: { primaryOf: { number: { value: phone } } },
      postal_addresses: { primaryOf: addressFields(entry, true) },
    },
  },
}

/** @throws OsdiError invalid, naming every fault; also when there is neither email nor phone */
export function readBrowserAttendance(body: Body): { request: HelperRequest; ignored: string[] } {
  const { values, ignored } = readNew(browserFields, body)
  return { request: { ...personIn(values), draft: {} }, ignored }
}

/**
 * What a browser hears of the attendance that it recorded: the instructions of the event, which are visible after an
 * RSVP (version 2, "Event"), and nothing of who is known.
 */
export const browserAnswer = ({ instructions }: Pick<OsdiEvent, 'instructions'>): object => ({
  ...(instructions && { instructions: sanitised(instructions) }),
})
