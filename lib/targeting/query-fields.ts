import { type Kind, computedOptional, defaulted, optional, presumed, readOnly, required } from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { askedPlace } from './asked-place.js'
import { serializedEntry } from './event-source.js'
import { searchedEvents } from './searched-events.js'
import { askedAnswers } from '../questions/asked-answers.js'
import { count, instant, oneOf, smallCount, someOf, text, timestamp } from '../fields/kinds.js'
import { createdDate, identifiers, modifiedDate, nativeIdentifier } from '../fields/shared.js'
import * as values from '../fields/values.js'

/** Most entries of a query that name what it includes, and as many of what it excludes. */
export const MAX_EVENTS = 400

/** Most tags of a query. */
const MAX_TAGS = 20

/** The number of days for which a result is kept. */
export const KEPT_DAYS = 30

/**
 * Statuses of attendances of the included events. `tentative` is in line, `requested` asks to come. `attended` is of
 * any status; `absent` is accepted and not attended, of an event that has begun. `confirmed` and `unconfirmed` are
 * accepted.
 */
export const COUNTED_STATUSES = [
  'accepted',
  'declined',
  'tentative',
  'requested',
  'attended',
  'absent',
  'confirmed',
  'unconfirmed',
] as const

/** Events by id, series and campaigns; a body may also name an event by an identifier or an address. */
const events: Kind<string[]> = {
  body: { each: values.text, most: MAX_EVENTS },
  schema: (meaning) =>
    json.listOf(
      json.string(
        'An event, by its identifier; a body may also name it by its address or its id. A series or a campaign, by its address, stands for all of its events at the time when the query runs',
      ),
      `${meaning}; at most ${MAX_EVENTS}`,
    ),
  serialize: (entries, { site }) => entries.map((entry) => serializedEntry(site, entry)),
}

/** Tags by name; a body may also name them by id or address. */
const tags: Kind<string[]> = {
  body: { each: values.longLine, most: MAX_TAGS },
  schema: (meaning) =>
    json.listOf(
      json.string('The name of a tag; a body may also name it by its id or its address'),
      `${meaning}; at most ${MAX_TAGS}`,
    ),
  isKeptAsSent: true,
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
  include: defaulted(
    events,
    'Events whose people are found. At least one, unless `include_search`, `tags` or `near` is there',
  ),
  include_search: optional(
    searchedEvents,
    'A search for further events to include. It runs each time that the query runs, so that later events count',
  ),
  match: defaulted(oneOf(['any', 'every']), 'Whether people attend any of the events, or every one of them'),
  exclude: defaulted(events, 'Events whose people are left out, whenever they acted'),
  status: {
    ...presumed(
      someOf(COUNTED_STATUSES),
      ['accepted'],
      'Attendances of the included events that count, by what became of them; `["accepted"]` unless it was sent. ' +
        '`tentative`: on the waiting list. `requested`: has asked to come, and waits for the approval. ' +
        '`attended`: was there, whatever the status. `absent`: accepted, and was not there though the event has begun. ' +
        '`confirmed` and `unconfirmed`: accepted, and has confirmed to come, or has not',
    ),
    settable: true as const,
  },
  answers: optional(
    askedAnswers,
    'Attendances of the included events count that have one of these answers to each question, by its id',
  ),
  tags: optional(tags, 'People are found who have one of these tags'),
  near: optional(askedPlace, 'People are found whose postal address is near a town, a postal code or an event'),
  rsvps_at_least: optional(
    numberAsked,
    'Least number of included events for which an attendance of a person counts; in place of `match`. With `tags` or `near` it may be 0. Without events to include, all events count',
  ),
  attended_at_most: optional(
    numberAsked,
    'Most of the included events at which a person was; of all events, where none is included',
  ),
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
