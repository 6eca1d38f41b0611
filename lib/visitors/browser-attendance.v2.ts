import type { VisitorRsvp } from './browser-attendance.js'
import type { Body, BodyFields } from '../fields/field.js'
import { textOf } from '../fields/kinds.js'
import { addressFields } from '../locations/location-fields.js'
import { entry } from './rsvp-form-fields.js'
import { enteredEmail, phone } from '../fields/values.js'
import { bodyFields } from '../fields/vocabulary.js'
import { readNew } from '../fields/read-body.js'
import type { AttendanceDraft } from '../attendances/attendance.js'
import { answers } from '../questions/answers.js'
import { type Site, native } from '../runtime/site.js'
import { draftWithResponses, responseFields } from '../attendances/documents/attendance.js'
import { signupIn } from '../people/documents/person.v2.js'

/**
 * The fields that a script may send without a key: the person and answers. It cannot set tags or identifiers, or
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
export function readBrowserAttendance(site: Site, body: Body): { rsvp: VisitorRsvp; ignored: string[] } {
  const asked = { [native(site, 'answers')]: { ...answers.body, as: 'answers' } } as BodyFields
  const { values, ignored } = readNew({ ...browserFields, ...asked, ...responseFields }, body)
  const { draft, ignored: unasked } = draftWithResponses<AttendanceDraft>(values, body)
  const { person } = signupIn(values)
  return {
    rsvp: { person, agreement: { isOptedIn: false }, answers: draft.answers },
    ignored: [...ignored, ...unasked],
  }
}
