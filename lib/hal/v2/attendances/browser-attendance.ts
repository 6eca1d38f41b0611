import type { VisitorRsvp } from '../../../domain/public/browser-attendance.js'
import type { Body, BodyFields } from '../../../domain/fields/body-field.js'
import { textOf } from '../../../domain/fields/kinds.js'
import { addressFields } from '../../../domain/locations/location-fields.js'
import { entry } from '../../../domain/public/rsvp-form-fields.js'
import { enteredEmail, phone } from '../../../domain/fields/values.js'
import { bodyFields } from '../../../domain/fields/vocabulary.js'
import { readNew } from '../../../input/read-body.js'
import type { AttendanceDraft } from '../../../domain/attendances/attendance.js'
import { answers } from '../../../domain/questions/answers.js'
import { type Site, native } from '../../../domain/site.js'
import { draftWithResponses, responseFields } from '../../attendances/attendance.js'
import { signupIn } from '../people/person.js'

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
