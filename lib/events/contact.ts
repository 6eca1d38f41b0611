import { type InferOutput, boolean, check, nullish, object, pipe, transform, unknown } from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { enteredEmail, lineOf, phone } from '../fields/values.js'

/** Most characters of the name of a contact. */
export const LONGEST_CONTACT_NAME = 100

/** The person who answers questions about an event. */
export interface Contact {
  name?: string
  email_address?: string
  phone_number?: string
  /** Whether pages show it to anybody; otherwise only guests see it. */
  public: boolean
}

/** One line: it becomes a part of headers of emails. */
const name = pipe(
  lineOf(LONGEST_CONTACT_NAME),
  check((value) => !/\p{Cc}/u.test(value), 'must be one line'),
)

/** Treats an empty text of a form as absent. */
const none = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)
const withoutEmpty = transform((sent: unknown) =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, none(value)]))
    : sent,
)

export const contactValue = pipe(
  unknown(),
  withoutEmpty,
  object(
    {
      name: nullish(name),
      email_address: nullish(enteredEmail),
      phone_number: nullish(phone),
      public: nullish(boolean('must be true or false')),
    },
    'must be an object',
  ),
  check(
    ({ email_address, phone_number }) => Boolean(email_address ?? phone_number),
    'must have an email_address or a phone_number',
  ),
  transform((sent): Contact => ({
    ...(sent.name && { name: sent.name }),
    ...(sent.email_address && { email_address: sent.email_address }),
    ...(sent.phone_number && { phone_number: sent.phone_number }),
    public: sent.public ?? false,
  })),
)

/** A contact is taken as a whole: a change replaces all of it. */
export const contact: Kind<InferOutput<typeof contactValue>> = {
  body: { whole: contactValue },
  schema: (meaning) =>
    json.object(meaning, {
      name: json.maybe(json.string(`The name, up to ${LONGEST_CONTACT_NAME} characters`)),
      email_address: json.maybe(json.string('One address, to which replies to emails about the event go')),
      phone_number: json.maybe(json.string('The number, as it was typed')),
      public: json.flag('Whether pages show it to anybody; otherwise only guests see it'),
    }),
  isKeptAsSent: true,
}

/** Returns what is known of a contact, in the order in which it is read. */
export const partsOfContact = ({ name: called, email_address, phone_number }: Contact): string[] =>
  [called, email_address, phone_number].filter((part) => part !== undefined)
