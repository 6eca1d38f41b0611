import {
  type InferOutput,
  array,
  check,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  picklist,
  pipe,
  string,
  transform,
  trim,
} from 'valibot'
import type { Kind } from '../fields/field.js'
import * as json from '../fields/json-schema.js'

/** The people whom a further email can go to: everybody who comes, those who have not confirmed, or the line. */
const EXTRA_TO = ['coming', 'unconfirmed', 'waiting'] as const

/** The most emails of an event beside the reminder. */
export const MOST_EXTRA_EMAILS = 2
/** The earliest of them, in minutes before the start: thirty days. */
const EARLIEST_EXTRA = 43_200
export const LONGEST_EXTRA_TEXT = 2_000

const isJson = (typed: string) => {
  try {
    JSON.parse(typed)
    return true
  } catch {
    return false
  }
}

const email = object(
  {
    when: pipe(
      number('when must be a number of minutes'),
      integer('when must be a whole number of minutes'),
      minValue(1, 'when must be at least 1 minute'),
      maxValue(EARLIEST_EXTRA, `when must be at most ${EARLIEST_EXTRA} minutes`),
    ),
    to: picklist(EXTRA_TO, `to must be one of ${EXTRA_TO.join(', ')}`),
    text: pipe(
      string('text must be a text'),
      trim(),
      minLength(1, 'text must not be empty'),
      maxLength(LONGEST_EXTRA_TEXT, `text must have at most ${LONGEST_EXTRA_TEXT} characters`),
    ),
  },
  'must be a list of objects',
)

/** The further emails as JSON, as the form and the command have them. */
export const extraEmailsTyped = pipe(
  string(),
  check(isJson, 'must be JSON'),
  transform((typed): unknown => JSON.parse(typed)),
  array(email, 'must be a list'),
  minLength(1, 'must not be an empty list'),
  maxLength(MOST_EXTRA_EMAILS, `must be at most ${MOST_EXTRA_EMAILS} emails`),
)

/** An email to the people of an event at a time before its start, beside the reminder. */
export type ExtraEmail = InferOutput<typeof email>

export const extraEmails: Kind<never, ExtraEmail[]> = {
  schema: (meaning) =>
    json.listOf(
      json.object('An email', {
        when: json.count('Minutes before the start'),
        to: json.string('The people who get it', { enum: EXTRA_TO }),
        text: json.string('What it says, in Markdown'),
      }),
      meaning,
    ),
}
