import { check, picklist, pipe, string, transform } from 'valibot'
import type { BodyFields } from '../fields/field.js'
import { enteredEmail, language, lineOf, longLine, phone, webAddress } from '../fields/values.js'
import { isCountry } from '../fields/country.js'
import { ACCESS_ANSWERS, ACCESS_PARTS, EVENT_KINDS, LONGEST_ACCESS_NOTES } from '../events/accessibility.js'
import { readMoment } from '../fields/moment.js'

const entry = lineOf(200)

/** Most characters of a description, so that a form stays small. */
const MOST_TEXT = 5_000

const MOST_SEATS = 100_000

const seatCount = pipe(
  string(),
  check(
    (value) => /^\s*\d{1,6}\s*$/.test(value) && Number(value) > 0 && Number(value) <= MOST_SEATS,
    `must be a whole number from 1 to ${MOST_SEATS}`,
  ),
  transform(Number),
)

const country = pipe(
  string(),
  transform((value) => value.trim().toUpperCase()),
  check(isCountry, 'must be a code of a country, such as US'),
)

/** The title stands in emails and lists, so it is one line, and programs of mail would make a link of an address. */
const title = pipe(
  lineOf(150),
  check((value) => !/[\r\n]/.test(value), 'must be one line'),
  check((value) => !/:\/\/|\bwww\./i.test(value.normalize('NFKC')), 'must be without links'),
)

/** A wall clock as browsers send it. */
const clock = pipe(
  string(),
  check(
    (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(value) && readMoment(value) !== undefined,
    'must be a day and a time, such as 2026-11-03T18:30',
  ),
)

/** The accessibility of the place, by inputs such as `access_step_free`. */
const accessFields = Object.fromEntries(
  ACCESS_PARTS.map((part) => [
    `access_${part}`,
    { value: picklist(ACCESS_ANSWERS, `must be ${ACCESS_ANSWERS.join(' or ')}`) },
  ]),
)

/** The fields of the event in the forms of a host, by the names of their inputs. */
export const hostedEventFields = {
  title: { value: title, required: true },
  description: { value: lineOf(MOST_TEXT) },
  kind: { value: picklist(EVENT_KINDS, `must be one of ${EVENT_KINDS.join(', ')}`) },
  start: { value: clock, required: true },
  end: { value: clock },
  mode: { value: picklist(['in_person', 'online'], 'must be in_person or online') },
  where: { value: entry },
  country: { value: country },
  join_url: { value: pipe(longLine, webAddress) },
  capacity: { value: seatCount },
  ...accessFields,
  access_notes: { value: lineOf(LONGEST_ACCESS_NOTES) },
  address_shown: { value: picklist(['everybody', 'guests'], 'must be everybody or guests') },
} satisfies BodyFields

/** The fields of the form by which a supporter asks to host an event. */
export const hostFormFields = {
  ...hostedEventFields,
  given_name: { value: entry, required: true },
  family_name: { value: entry },
  email: { value: enteredEmail, required: true },
  phone: { value: phone },
  opt_in: { value: entry },
  guests_write: { value: entry },
  language: { value: language },
} satisfies BodyFields
