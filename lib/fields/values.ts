import {
  array,
  boolean,
  check,
  integer,
  maxLength,
  maxValue,
  metadata,
  minValue,
  nullable,
  number,
  pipe,
  string,
  transform,
  union,
} from 'valibot'
import { isCountry } from './country.js'
import { isIdentifier } from './identifier.js'
import { type Moment, readMoment } from './moment.js'
import { isLanguage, spelledLanguage } from './language.js'
import { tidiedEmail } from './email-address.js'
import { isPhone, tidiedPhone } from './phone.js'
import { isTimeZone, spelledTimeZone } from './time-zone.js'

/** The values that bodies hold, whatever a version calls their fields. Every message completes "<field> …". */

/**
 * Half of a surrogate pair is not a character, so DynamoDB could not give it back; NUL ends texts in some clients. The
 * message is a function so that the description of each field does not repeat what holds for all of them.
 */
export const text = pipe(
  string('must be a string'),
  check(
    (value) => !value.includes('\0') && value.isWellFormed(),
    () => 'must not hold NUL or half of a character',
  ),
)

/** A text with a limit of characters, so that no record grows without end. */
export const lineOf = (most: number) => pipe(text, maxLength(most, `must have at most ${most} characters`))

/** Names, places, languages. */
export const line = lineOf(500)

/** An address of a page, which may be long and lead nowhere. */
export const longLine = lineOf(2_000)

export const identifier = pipe(
  text,
  check(isIdentifier, 'must have the form <system_name>:<id>, in at most 512 bytes'),
  // For the JSON schema. Not every language has the classes of characters that the check knows.
  metadata({ pattern: '^[A-Za-z0-9_-]+:\\S(.*\\S)?$', minLength: 3 }),
)

const A_MOMENT = 'must be a date and time that exists, such as 2026-11-03T18:30:00Z'

export const moment = pipe(
  string(A_MOMENT),
  check((value) => readMoment(value) !== undefined, A_MOMENT),
  transform((value) => readMoment(value) as Moment),
)

/** A day that exists, `2026-11-03`. */
export const day = pipe(
  text,
  check(
    (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && readMoment(value) !== undefined,
    'must be a day that exists, such as 2026-11-03',
  ),
)

/** A point of time; without an offset it is UTC. */
export const instant = pipe(
  moment,
  transform((value) => ('instant' in value ? value.instant : `${value.wallClock}.000Z`)),
)

export const timeZone = pipe(
  text,
  check(isTimeZone, 'must be a time zone of the IANA database, such as America/New_York'),
  transform(spelledTimeZone),
)

export const language = pipe(
  text,
  check(isLanguage, 'must be a language tag (BCP 47), such as es or pt-BR'),
  transform(spelledLanguage),
)

/**
 * Only these two schemes: the address becomes a link on pages. Blanks and line breaks would be dropped by parsers of
 * URLs alone, and are returned as they came.
 */
export const webAddress = pipe(
  text,
  check(
    (value) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value),
    'must be an absolute http or https address without blanks',
  ),
)

export const country = pipe(
  text,
  check(
    (value) => value.length === 2 && isCountry(value.toUpperCase()),
    'must be a two-letter country code (ISO 3166-1): US, CA; GB is the United Kingdom',
  ),
  transform((value) => value.toUpperCase()),
)

export const email = pipe(
  text,
  transform(tidiedEmail),
  check((value) => /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(value) && value.length <= 254, 'must be an email address'),
)

/**
 * An email that a visitor types into a form: mail can be sent to it over the internet, so its host has a domain and no
 * character is markup. Key holders are trusted with `email`: their lists may hold old addresses, which an import keeps.
 */
export const enteredEmail = pipe(
  text,
  check((value) => !/[<>]/.test(value), 'must be an email address, such as name@example.org'),
  email,
  check(isMailbox, 'must be an email address, such as name@example.org'),
)

/** Nearly every address is one of these, and needs no classes of Unicode: they take 3 ms to compile. */
const USUAL = /^[a-z\d._+-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i

function isMailbox(address: string): boolean {
  const [local = '', host = ''] = address.split('@')
  const labels = host.split('.')
  return (
    USUAL.test(address) ||
    (/^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u.test(local) &&
      labels.length > 1 &&
      labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u.test(label)) &&
      /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/iu.test(labels.at(-1) ?? ''))
  )
}

/** A text, or a whole number of a program that takes its digits for one. */
const digits = union([text, pipe(number(), integer(), minValue(0), transform(String))], 'must be a string')

/** As it was typed: what it is matched by depends on a country (fields/phone.ts). */
export const phone = pipe(digits, transform(tidiedPhone), check(isPhone, 'must be a phone number of 7 to 15 digits'))

/** A number of people that a visitor types into a form; none where the input is empty. */
export const enteredCount = pipe(
  text,
  check((value) => /^\d{0,3}$/.test(value), 'must be a number from 0 to 999'),
  transform(Number),
)

export const flag = boolean('must be true or false')

export const texts = array(text, 'must be an array of strings')

/** Names that would reach an object's prototype in careless code of a client, and that the table's client fails on. */
const RESERVED = ['__proto__', 'constructor', 'prototype']

/** Whether a name cannot be that of an entry of a map in the table. */
export const isReservedName = (name: string) => RESERVED.includes(name)

export const customFieldName = pipe(
  text,
  check((name) => name.length >= 1 && name.length <= 255, 'must have a name of 1 to 255 characters'),
  check((name) => !isReservedName(name), `must not be called ${RESERVED.join(', ')}`),
)

/** Numbers and booleans of forms and sheets become texts; null removes a field. */
export const customField = nullable(
  pipe(
    union([text, number(), boolean()], 'must be a text'),
    transform(String),
    maxLength(5_000, 'must have at most 5000 characters'),
  ),
)

/** Returns the name of a tag as it is kept and compared, without blanks around it and with composed accents. */
export const tagNameOf = (text: string) => text.trim().normalize()

export const tagName = pipe(
  text,
  metadata({ minLength: 1 }),
  transform(tagNameOf),
  check((name) => name.length <= 255, 'must have at most 255 characters'),
)

/** A number of people, from 0. */
export const smallCount = pipe(
  number('must be a number'),
  integer('must be a whole number'),
  minValue(0, 'must not be negative'),
  maxValue(1_000, 'must be at most 1000'),
)

/**
 * Whether a text shows nothing: pasted texts hold characters without a width, of which no title is made. Texts with a
 * sign of ASCII are not looked at further, as the class of Unicode takes 3 ms to compile.
 */
export const isBlank = (text: string): boolean =>
  !/[!-~]/.test(text) && !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
