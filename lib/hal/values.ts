import {
  array,
  boolean,
  check,
  maxLength,
  nullable,
  number,
  picklist,
  pipe,
  record,
  string,
  transform,
  union,
} from 'valibot'
import { environment } from '../environment.js'
import { isIdentifier } from '../domain/identifier.js'
import { type Moment, readMoment } from '../domain/moment.js'
import { SETTABLE_STATUSES } from '../domain/person.js'
import { tagNameOf } from '../domain/tag.js'
import { isTimeZone, spelledTimeZone } from '../domain/time-zone.js'

/** The values that bodies hold, whatever a version calls their fields. Every message completes "<field> …". */

export const text = string('must be a string')

/** A text that fills no more than a line or two, of so many characters: so that no record grows without end. */
export const lineOf = (most: number) => pipe(text, maxLength(most, `must have at most ${most} characters`))

/** Names, places, languages. */
export const line = lineOf(500)

/** An address of a page, which may be long and lead nowhere. */
export const longLine = lineOf(2_000)

export const identifier = pipe(
  text,
  check(isIdentifier, 'must have the form <system_name>:<id>, in at most 512 bytes'),
)

export const moment = pipe(
  text,
  check(
    (value) => readMoment(value) !== undefined,
    'must be a date and time that exists, such as 2026-11-03T18:30:00Z',
  ),
  transform((value) => readMoment(value) as Moment),
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

/** Only these two schemes: the address becomes a link on pages. */
export const webAddress = pipe(
  text,
  check(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    'must be an absolute http or https address',
  ),
)

export const country = pipe(
  text,
  check((value) => /^[a-z]{2}$/i.test(value), 'must be a two-letter country code (ISO 3166-1)'),
  transform((value) => value.toUpperCase()),
)

/** Only the first line is kept ("Limits", 2). */
const firstOf = <Line extends typeof text | ReturnType<typeof lineOf>>(each: Line) =>
  pipe(
    array(each, 'must be an array of strings'),
    transform((lines) => lines.slice(0, 1)),
  )

export const addressLines = firstOf(text)

/** A street address as browser forms send it: as a list of lines, or as one line. */
export const addressLinesOrLine = (each: ReturnType<typeof lineOf>) =>
  union(
    [
      firstOf(each),
      pipe(
        each,
        transform((address) => [address]),
      ),
    ],
    'must be a string or an array of strings',
  )

export const email = pipe(
  text,
  transform((value) => value.trim()),
  check((value) => /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 254, 'must be an email address'),
)

/** Kept as digits with the country code; ten digits are a number of North America without its 1. */
export const phone = pipe(
  text,
  transform((value) => value.replace(/[\s().+-]/g, '')),
  check((digits) => /^\d{7,15}$/.test(digits), 'must be a phone number of 7 to 15 digits'),
  transform((digits) => (digits.length === 10 ? `1${digits}` : digits)),
)

export const status = picklist(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`)

export const texts = array(text, 'must be an array of strings')

const MAX_CUSTOM_FIELDS = 100

/** Custom fields hold texts; what forms and sheets send as numbers and booleans becomes one. */
export const customFields = pipe(
  record(
    string(),
    nullable(
      pipe(
        union([text, number(), boolean()], 'must hold texts'),
        transform(String),
        maxLength(5_000, 'must hold texts of at most 5000 characters'),
      ),
    ),
    'must be an object',
  ),
  check(
    (fields) =>
      Object.keys(fields).length <= MAX_CUSTOM_FIELDS &&
      Object.keys(fields).every((name) => name.length <= 255),
    `must have at most ${MAX_CUSTOM_FIELDS} names, of at most 255 characters`,
  ),
)

export const tagName = pipe(
  text,
  transform(tagNameOf),
  check((name) => name.length <= 255, 'must have at most 255 characters'),
)

/** The origin system that the owner has set for clients that never send one. */
export const defaultOriginSystem = () => environment().defaultOriginSystem
