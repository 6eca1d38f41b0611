import { native } from '../site.js'
import {
  type Kind,
  computedOptional,
  defaulted,
  optional,
  presumed,
  readOnly,
  required,
} from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { askedAnswers } from '../questions/asked-answers.js'
import { count, instant, oneOf, smallCount, someOf, text, timestamp } from '../fields/kinds.js'
import { createdDate, identifiers, modifiedDate, nativeIdentifier } from '../fields/shared.js'
import * as values from '../fields/values.js'

/** Most events that a query includes, and as many it excludes: a result reads all of their attendances. */
export const MAX_EVENTS = 100

/** The number of days for which a result is kept. */
export const KEPT_DAYS = 30

/**
 * Statuses of attendances of the included events. `attended` is of any status; `absent` is accepted and not attended,
 * of an event that has begun. `confirmed` and `unconfirmed` are accepted.
 */
export const COUNTED_STATUSES = [
  ...(['accepted', 'declined', 'tentative', 'attended', 'absent'] as const),
  ...(['confirmed', 'unconfirmed'] as const),
] as const

/** Events by id; a body may also name them by an identifier or an address. */
const events: Kind<string[]> = {
  body: { each: values.text, most: MAX_EVENTS },
  schema: (meaning) =>
    json.listOf(
      json.string('An event, by its identifier; a body may also name it by its address or its id'),
      `${meaning}; at most ${MAX_EVENTS}`,
    ),
  serialize: (ids, { site }) => ids.map((id) => native(site, id)),
}

/** The fields of a query that describe its newest result. */
const summaryFields = {
  result_date: computedOptional(timestamp, 'The time of the search, in UTC'),
  total_people: computedOptional(count, 'Number of people who were found'),
  total_subscribed: computedOptional(count, 'Number of found people whose email was subscribed then'),
}

/** A number that callers set, without a default. */
const numberAsked: Kind<number> = { ...smallCount, isKeptAsSent: true }

/** The fields that say what a query asks. */
export const selectionFields = {
  include: required(events, 'Events whose people are found, at least one'),
  match: defaulted(oneOf(['any', 'every']), 'Whether people attend any of the events, or every one of them'),
  exclude: defaulted(events, 'Events whose people are left out, whenever they acted'),
  status: {
    ...presumed(
      someOf(COUNTED_STATUSES),
      ['accepted'],
      'Attendances of the included events that count, by what became of them; `["accepted"]` unless it was sent. ' +
        '`attended`: was there, whatever the status. `absent`: accepted, and was not there though the event has begun. ' +
        '`confirmed` and `unconfirmed`: accepted, and has confirmed to come, or has not',
    ),
    settable: true as const,
  },
  answers: optional(
    askedAnswers,
    'Attendances of the included events count that have one of these answers to each question, by its id',
  ),
  rsvps_at_least: optional(
    numberAsked,
    'Least number of included events for which an attendance of a person counts; in place of `match`',
  ),
  attended_at_most: optional(numberAsked, 'Most of the included events at which a person was'),
  rsvp_from: optional(instant, 'RSVPs to the included events count from this instant on'),
  rsvp_before: optional(instant, 'RSVPs to the included events count before this instant'),
}

/** The fields of a saved query. */
export const queryFields = {
  identifiers,
  created_date: createdDate,
  modified_date: modifiedDate,
  title: required(text, 'The name of the query'),
  ...selectionFields,
  ...summaryFields,
}

/** The fields of a result of a query. */
export const resultFields = {
  identifiers: nativeIdentifier,
  status: readOnly(
    oneOf(['computing', 'complete', 'failed']),
    'Whether the people can be read yet; a result that has failed never can',
  ),
  created_date: readOnly(timestamp, summaryFields.result_date.meaning),
  expires_date: readOnly(timestamp, `The time until which it is kept, ${KEPT_DAYS} days after the search`),
  total_people: summaryFields.total_people,
  total_subscribed: summaryFields.total_subscribed,
}
