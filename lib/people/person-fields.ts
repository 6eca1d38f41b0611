import { type GenericSchema, picklist } from 'valibot'
import type { Address } from '../locations/location.js'
import type { EmailAddress, PhoneNumber, PostalAddress } from './person.js'
import { type BodyFields, type Kind, defaulted, optional, readOnlyOptional } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { line, timestamp, uuid } from '../fields/kinds.js'
import { addressFields } from '../locations/location-fields.js'
import { createdDate, identifiers, modifiedDate, originSystem } from '../fields/shared.js'
import { comparableEmail } from '../fields/email-address.js'
import { isSamePhone, tidiedPhone } from '../fields/phone.js'
import * as values from '../fields/values.js'
import { bodyFields, properties } from '../fields/vocabulary.js'

/** Statuses that a caller may set; the others follow from what mail and phone networks report. */
const SETTABLE_STATUSES = ['subscribed', 'unsubscribed'] as const
const PHONE_STATUSES = [...SETTABLE_STATUSES, 'bouncing', 'previous bounce'] as const
const EMAIL_STATUSES = [...PHONE_STATUSES, 'spam complaint', 'previous spam complaint'] as const
type SettableStatus = (typeof SETTABLE_STATUSES)[number]
export type EmailStatus = (typeof EMAIL_STATUSES)[number]
export type PhoneStatus = (typeof PHONE_STATUSES)[number]

const status = picklist(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`)

/** The fields of an entry. An empty list removes it, an empty value within it does not. */
const contactFields = (name: 'address' | 'number', value: GenericSchema<unknown, string>): BodyFields => ({
  [name]: { value, neverCleared: true },
  status: { value: status, neverCleared: true },
})

const PRIMARY = json.flag('Always `true`: the one that is kept is the primary one')

const emailFilter = {
  of: (emails: EmailAddress[]) => emails.map(({ address }) => address),
  /** A `+` that was not encoded in an address comes as a blank, which no email has. */
  normal: (address: string) => comparableEmail(address.replaceAll(' ', '+')),
}

const email: Kind<{ address?: string; status?: SettableStatus }, EmailAddress[]> = {
  body: { primaryOf: contactFields('address', values.email) },
  schema: (meaning) =>
    json.listOf(
      json.object('An email address', {
        primary: PRIMARY,
        address: json.string('The address, as it was spelled first'),
        status: json.string('Whether this person may be written to', { enum: EMAIL_STATUSES }),
      }),
      meaning,
    ),
}

/** `typed` is set once the number has been read in its country. */
const phone: Kind<{ number?: string; typed?: string; status?: SettableStatus }, PhoneNumber[]> = {
  body: { primaryOf: contactFields('number', values.phone) },
  schema: (meaning) =>
    json.listOf(
      json.object('A phone number', {
        primary: PRIMARY,
        number: json.string('Digits with the country code', { pattern: '^[0-9]{7,15}$' }),
        number_type: json.always('Mobile', 'Always the same'),
        status: json.string('Whether this person may be texted', { enum: PHONE_STATUSES }),
      }),
      meaning,
    ),
  // The typed form is for people who call.
  serialize: (phones) => phones.map(({ typed: _typed, ...phone }) => phone),
}

/** The fields of a home address, in texts of a line each. */
const homeFields = addressFields(line, true)

const home: Kind<Address, PostalAddress[]> = {
  body: { primaryOf: bodyFields(homeFields) },
  schema: (meaning) =>
    json.listOf(
      json.object('An address', {
        primary: json.flag('Always `true`: the one address that is kept is the primary one'),
        ...properties(homeFields),
      }),
      meaning,
    ),
}

const languages: Kind<string[]> = {
  body: { each: values.line, most: 50 },
  schema: (meaning) => json.listOf(json.string('A language'), meaning),
}

const customFields: Kind<Record<string, string | null>, Record<string, string>> = {
  body: { named: values.customField, names: values.customFieldName, most: 100 },
  schema: (description) => ({ type: 'object', additionalProperties: { type: 'string' }, description }),
}

export const personFields = {
  identifiers,
  created_date: createdDate,
  modified_date: modifiedDate,
  given_name: optional(line, 'Given name', {
    filter: true,
    columns: { given_name: (name: string) => name },
  }),
  family_name: optional(line, 'Family name', {
    filter: true,
    columns: { family_name: (name: string) => name },
  }),
  email_addresses: defaulted(
    email,
    'At most one, by which the person is found. Of several that are sent the primary one is taken, or the first',
    {
      // Clients of this family use either name.
      filter: { email_address: emailFilter, email: emailFilter },
      columns: {
        email: ([first]: EmailAddress[]) => first?.address,
        email_status: ([first]: EmailAddress[]) => first?.status,
      },
    },
  ),
  phone_numbers: defaulted(phone, 'At most one. It finds the person if no person has the email', {
    filter: {
      phone_number: {
        of: (phones: PhoneNumber[]) => phones.map(({ number }) => number),
        normal: tidiedPhone,
        isSame: isSamePhone,
      },
    },
    columns: { phone: ([first]: PhoneNumber[]) => first?.number },
  }),
  postal_addresses: defaulted(home, 'At most one', {
    filter: {
      region: { of: (homes: PostalAddress[]) => homes.map(({ region }) => region) },
      postal_code: { of: (homes: PostalAddress[]) => homes.map(({ postal_code }) => postal_code) },
    },
    columns: {
      address: ([first]: PostalAddress[]) => first?.address_lines?.[0],
      locality: ([first]: PostalAddress[]) => first?.locality,
      region: ([first]: PostalAddress[]) => first?.region,
      postal_code: ([first]: PostalAddress[]) => first?.postal_code,
      country: ([first]: PostalAddress[]) => first?.country,
    },
  }),
  languages_spoken: defaulted(languages, 'Sent and kept as a whole'),
  custom_fields: defaulted(customFields, 'Texts, merged by key; `null` removes one'),
  origin_system: defaulted(line, `${originSystem.meaning}. Only version 1 shows it`),
  erased_date: readOnlyOptional(timestamp, 'The time at which this person was erased', { isOurs: true }),
  merged_into: readOnlyOptional(uuid, 'The person into whom this one was merged', { isOurs: true }),
}
