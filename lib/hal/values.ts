import { array, check, pipe, string, transform } from 'valibot'
import { isIdentifier } from '../domain/identifier.js'
import { type Moment, readMoment } from '../domain/moment.js'

/** The values that bodies hold, whatever a version calls their fields. Every message completes "<field> …". */

export const text = string('must be a string')

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
export const addressLines = pipe(
  array(text, 'must be an array of strings'),
  transform((lines) => lines.slice(0, 1)),
)
