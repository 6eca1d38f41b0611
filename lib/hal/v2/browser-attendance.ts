import type { HelperRequest } from '../../domain/record-attendance.js'
import { type Body, type Fields, readNew } from '../fields.js'
import { addressLinesOrLine, country, email, phone, text } from '../values.js'
import { personIn } from './person.js'

/**
 * What the record attendance helper takes of a form in anybody's page: who comes. Nothing by which a stranger
 * could choose tags, identifiers, or who hears from the owner.
 */
const browserFields: Fields = {
  person: {
    fields: {
      given_name: { value: text },
      family_name: { value: text },
      email_addresses: { primaryOf: { address: { value: email } } },
      phone_numbers: { primaryOf: { number: { value: phone } } },
      postal_addresses: {
        primaryOf: {
          address_lines: { value: addressLinesOrLine },
          locality: { value: text },
          region: { value: text },
          postal_code: { value: text },
          country: { value: country },
        },
      },
    },
  },
}

/** @throws OsdiError invalid, naming every fault; also when there is neither email nor phone */
export function readBrowserAttendance(body: Body): { request: HelperRequest; ignored: string[] } {
  const { values, ignored } = readNew(browserFields, body)
  return { request: { ...personIn(values), draft: {} }, ignored }
}
