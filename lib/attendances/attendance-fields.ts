import {
  type Kind,
  computedOptional,
  defaulted,
  optional,
  presumed,
  readOnly,
  readOnlyOptional,
} from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import { count, flag, line, smallCount, stateOf, timestamp, utc, uuid } from '../fields/kinds.js'
import { answers, questionIds } from '../questions/answers.js'
import { createdDate, identifiers, modifiedDate, originSystem } from '../fields/shared.js'
import * as values from '../fields/values.js'

/** The way by which the person came to the event; some clients fail when it is absent. */
export interface ReferrerData {
  source: string
  referrer?: string
  website: string
}

/** The terms that a visitor has agreed to, in the words that the form showed. */
export interface Consent {
  text: string
  privacy_policy_url?: string
  /** The text of the box, if it was ticked. */
  opt_in?: string
  /** When, as an instant. */
  date: string
}

const referrer: Kind<Partial<ReferrerData>, ReferrerData> = {
  body: {
    fields: {
      source: { value: values.line },
      referrer: { value: values.longLine },
      website: { value: values.longLine },
    },
  },
  schema: (meaning) =>
    json.object(meaning, {
      source: json.string('`none` unless it was sent'),
      referrer: json.maybe(json.string('The person or site that referred the visitor')),
      website: json.string('`api` unless it was sent'),
    }),
}

const consent: Kind<never, Consent> = {
  schema: (meaning) =>
    json.object(meaning, {
      text: json.string('The text of the form about the use of the data'),
      privacy_policy_url: json.maybe(json.string('The privacy policy that it linked to')),
      opt_in: json.maybe(json.string('The text of the box by which the visitor subscribed')),
      date: json.dateTime('The time at which the visitor sent the form'),
    }),
  serialize: (kept) => ({ ...kept, date: utc(kept.date) }),
}

/** The states of a request at an event with approval. */
export const REQUEST_STATES = ['waiting', 'approved', 'declined'] as const

/** A request, which the organizer approves or declines. */
export interface AttendanceRequest {
  state: (typeof REQUEST_STATES)[number]
  /** Since when it waits, or when it was decided. */
  date: string
  /** The reason of the organizer. */
  note?: string
}

const request: Kind<never, AttendanceRequest> = {
  schema: (meaning) =>
    json.object(meaning, {
      state: json.string('Whether it waits, or the decision', { enum: [...REQUEST_STATES] }),
      date: json.dateTime('When the person asked, or when the organizer decided'),
      note: json.maybe(json.string('The reason that the organizer gave')),
    }),
  serialize: (kept) => ({ ...kept, date: utc(kept.date) }),
  comparison: 'state',
}

export const STATUSES = ['accepted', 'declined', 'tentative'] as const

/** Whether a person is on the waiting list: `tentative`, and no request that waits. */
export const isInLine = ({
  status,
  request: { state } = {},
}: {
  status?: string
  request?: { state?: string }
}): boolean => status === 'tentative' && state !== 'waiting'

export const attendanceFields = {
  identifiers,
  origin_system: optional(line, originSystem.meaning, { default: 'defaultOriginSystem' }),
  created_date: createdDate,
  modified_date: modifiedDate,
  status: presumed(
    stateOf(STATUSES),
    'accepted',
    'Whether the person comes, has canceled, or is on the waiting list; `tentative`, too, while a request waits',
    { filter: true },
  ),
  waitlisted: computedOptional(flag, 'True while the person is on the waiting list', {
    isOurs: true,
    filter: true,
    computedOf: isInLine,
  }),
  request: {
    ...readOnlyOptional(
      request,
      'The request to come, at an event with approval. While it is `waiting`, a key with scope `all` sends the decision: `state` and `note`',
      { filter: true },
    ),
    isOurs: true as const,
    settableBy: 'decision' as const,
  },
  waitlist_position: computedOptional(count, 'The rank on the waiting list, 1 for the first', {
    isOurs: true,
  }),
  guests: {
    ...presumed(smallCount, 0, 'Number of guests that the person brings', { isOurs: true, filter: true }),
    settable: true as const,
  },
  answers: optional(answers, 'Answers to the questions of the event, by the ids of the questions', {
    isOurs: true,
  }),
  missing_answers: readOnlyOptional(questionIds, 'Required questions that were not answered', {
    isOurs: true,
  }),
  attended: presumed(flag, false, 'Whether the person was there; set on PUT, whatever the status', {
    isOurs: true,
    filter: true,
  }),
  attended_guests: presumed(
    smallCount,
    0,
    'Number of guests who came with the person; on PUT, at most the guests of the party',
    { isOurs: true, filter: true },
  ),
  attended_date: readOnlyOptional(timestamp, 'When attendance was last recorded', { isOurs: true }),
  confirmed_date: readOnlyOptional(
    timestamp,
    'The time at which the person confirmed the RSVP. A cancellation or a new start of the event removes it',
    { isOurs: true },
  ),
  merged_into: readOnlyOptional(uuid, 'The person who now has this RSVP, after a merge', {
    isOurs: true,
  }),
  person: readOnly(uuid, 'The person who attends'),
  event: readOnly(uuid, 'The event that the person attends'),
  referrer_data: defaulted(referrer, 'The source of the RSVP', { isOurs: true }),
  consent: readOnlyOptional(consent, 'The terms that the visitor agreed to in the RSVP form', {
    isOurs: true,
  }),
}
