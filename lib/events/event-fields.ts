import {
  type Kind,
  computed,
  constant,
  defaulted,
  optional,
  presumed,
  presumedUntilSet,
  readOnly,
  readOnlyOptional,
  required,
  setInInterface,
} from '../fields/field.js'
import * as json from '../fields/json-schema.js'
import {
  count,
  fixed,
  flag,
  html,
  language,
  oneOf,
  shownAs,
  stateOf,
  text,
  timeZone,
  timestamp,
  uuid,
  wallClock,
  webAddress,
} from '../fields/kinds.js'
import { type Address, type Location, location } from '../locations/location-fields.js'
import type { Sponsor } from '../runtime/principal.js'
import { questions } from '../questions/question.js'
import { type Accessibility, EVENT_KINDS, accessibility } from './accessibility.js'
import { contact } from './contact.js'
import { extraEmails } from './extra-emails.js'
import type { Totals } from './totals.js'
import { createdDate, identifiers, modifiedDate, originSystem } from '../fields/shared.js'

/** The group that owns an event or a campaign. */
export const sponsor = shownAs<Sponsor>((meaning) =>
  json.object(meaning, {
    title: json.string('Name of the group'),
    browser_url: json.maybe(json.string('Its public page')),
  }),
)

const reminders = shownAs((meaning) =>
  json.listOf(
    json.object('A reminder', {
      method: json.always('email', 'Always the same'),
      minutes: json.count('Number of minutes before the start'),
    }),
    meaning,
  ),
)

/** The position of an event in its series. It stays when dates are moved or canceled. */
export interface PositionInSeries {
  id: string
  /** 1 for the first date. */
  index: number
  count: number
}

/** Filters name the series by its id. */
const positionInSeries: Kind<never, PositionInSeries> = {
  schema: (meaning) =>
    json.object(meaning, {
      id: json.uuid('The series'),
      index: json.count('The position of this date when the series was made, from 1', 1),
      count: json.count('Number of dates when the series was made', 1),
    }),
  comparison: 'id',
}

/** A change of time, place or words that waits for its review, as its host has typed it. */
export interface WaitingChange {
  start_date?: string
  end_date?: string | null
  attendance_mode?: (typeof ATTENDANCE_MODES)[number]
  location?: Address
  title?: string
  description?: string | null
  instructions?: string | null
  accessibility?: Accessibility | null
}

/** The review of an event of a supporter. */
export interface Review {
  state: 'waiting' | 'approved' | 'declined'
  /** Since when it waits, or when it was decided. */
  date: string
  /** The reason of the team. */
  note?: string
  /** Present while a change of a published event waits. */
  change?: WaitingChange
}

const review = shownAs<Review>((meaning) =>
  json.object(meaning, {
    state: json.string('The decision of the team', { enum: ['waiting', 'approved', 'declined'] }),
    date: json.dateTime('When the event or the change was sent, or when the team decided'),
    note: json.maybe(json.string('The reason that the team gave')),
    change: json.maybe({
      type: 'object',
      description: 'The change of time, place or words that waits for a review',
    }),
  }),
)

/** The people who see the street of an event. */
const ADDRESS_SHOWN = ['everybody', 'guests'] as const

/** Whether an event appears in search results. */
export const VISIBILITIES = ['public', 'private'] as const

export const ATTENDANCE_MODES = ['in_person', 'online', 'mixed'] as const
const totals = shownAs<Totals>((meaning) =>
  json.object(meaning, {
    accepted: json.count('People who come'),
    declined: json.count('People who have canceled'),
    waitlisted: json.count('People on the waiting list'),
    requested: json.count('People who have asked to come and wait for the approval of the organizer'),
    attended: json.count('People who were there, whatever they had answered'),
    attended_guests: json.count('Guests who came with them'),
    guests: json.count('Guests of the people who come'),
    confirmed: json.count('People who come and have confirmed it'),
  }),
)

/** Organizers type no offset. */
const clockOfOrganizers = { ...wallClock, schema: json.dateTime }

const SAME = 'Always the same'

/** The fields of an event (version 2, "Event"). */
export const eventFields = {
  identifiers,
  origin_system: originSystem,
  created_date: createdDate,
  modified_date: modifiedDate,
  name: optional(text, 'The title that organizers see'),
  title: required(text, 'The public title', { filter: true }),
  description: optional(html, 'The description'),
  instructions: optional(html, 'Instructions for people who attend'),
  browser_url: optional(webAddress, 'A page about it'),
  featured_image_url: setInInterface(webAddress, 'Its banner'),
  start_date: optional(wallClock, 'The start', { filter: true }),
  end_date: optional(wallClock, 'The end', { filter: true }),
  timezone_identifier: optional(
    timeZone,
    'The time zone of its local times: the one that was sent, else that of the location',
  ),
  start_date_utc: readOnlyOptional(timestamp, 'The start in UTC', { isOurs: true }),
  end_date_utc: readOnlyOptional(timestamp, 'The end in UTC', { isOurs: true }),
  language: optional(language, 'The language of its texts, its page and its widget', {
    isOurs: true,
  }),
  attendance_mode: optional(oneOf(ATTENDANCE_MODES), 'Whether people come to a place or take part online', {
    isOurs: true,
  }),
  location: defaulted(location as Kind<Address, Location>, 'The location, which is geocoded when it is sent'),
  total_accepted: readOnly(
    count,
    'Number of accepted attendances, without their guests. In a burst of RSVPs, exact within two seconds',
  ),
  totals: readOnly(totals, 'Numbers of its attendances by status, equally exact', { isOurs: true }),
  event_campaign_id: readOnlyOptional(uuid, 'The campaign that it was created in', { isOurs: true }),
  questions: optional(questions, 'Questions to the people who come, at most 10', { isOurs: true }),
  series: readOnlyOptional(positionInSeries, 'The series that it was made with', {
    isOurs: true,
    filter: true,
  }),
  status: presumed(
    stateOf(['confirmed', 'tentative', 'cancelled']),
    'confirmed',
    'Whether it takes place. A `tentative` event is not published yet. Only events of the interface can be canceled or tentative',
    { filter: true },
  ),
  cancellation_note: {
    ...readOnlyOptional(text, 'What its people and its page are told about a cancellation'),
    isOurs: true as const,
    settableBy: 'organizers' as const,
  },
  transparence: constant(fixed('opaque'), 'opaque', SAME),
  visibility: {
    ...presumed(
      oneOf(VISIBILITIES),
      'public',
      'Whether it appears in lists, maps and searches; a private event only at its own addresses. Set in the interface or by a command, never by a key',
    ),
    settableBy: 'interface' as const,
  },
  guests_can_invite_others: constant(flag, true, 'Always true'),
  review: {
    ...readOnlyOptional(
      review,
      'The review of an event of a supporter; absent elsewhere. While it is `waiting`, a key with scope `all` sends the decision: `state` and `note`',
    ),
    isOurs: true as const,
    settableBy: 'decision' as const,
  },
  contact: optional(contact, 'The person who answers questions about it', { isOurs: true }),
  kind: optional(oneOf(EVENT_KINDS), 'What people do there. Finders can filter by it', { isOurs: true }),
  accessibility: optional(accessibility, 'What the place is like; only `yes` counts in filters', {
    isOurs: true,
  }),
  address_shown: presumedUntilSet(
    oneOf(ADDRESS_SHOWN),
    'everybody',
    'The people who see the street and the venue: everybody, or guests with a seat',
    { isOurs: true },
  ),
  capacity: setInInterface(
    count,
    'The most people who may attend. Set in the interface or by a command, never by a key',
  ),
  waitlist: setInInterface(flag, 'Whether people can join a waiting list when it is full', {
    isOurs: true,
  }),
  approval: setInInterface(
    flag,
    'Whether people without a key ask to come: each request takes its seats when the organizer approves it',
    { isOurs: true },
  ),
  max_guests: setInInterface(count, 'The most guests that a person may bring; none if it is absent', {
    isOurs: true,
  }),
  rsvps_open: setInInterface(
    clockOfOrganizers,
    'When RSVPs without a key open, in local time at the venue like `start_date`. It moves with the start',
    { isOurs: true },
  ),
  rsvps_close: setInInterface(
    clockOfOrganizers,
    'When RSVPs without a key close, in local time at the venue like `start_date`. It moves with the start',
    { isOurs: true },
  ),
  list_to: setInInterface(text, 'The address that gets the list of who comes and who waits once, when RSVPs close', {
    isOurs: true,
  }),
  emails: setInInterface(
    extraEmails,
    'Up to two further emails to its people, each `when` minutes before the start: [{"when":120,"to":"coming","text":"…"}]',
    { isOurs: true },
  ),
  consent_text: setInInterface(
    text,
    'The text beside the button of its RSVP form, if it differs from that of the owner',
    {
      isOurs: true,
    },
  ),
  hidden: {
    ...readOnly(flag, 'Whether organizers hide it. A hidden event has no page and no embed; keys still read it'),
    isOurs: true as const,
    settableBy: 'organizers' as const,
  },
  reminders: constant(
    reminders,
    [{ method: 'email', minutes: 1440 }],
    'Events of the interface mail it to the people who come. Those of the API send none',
  ),
  sponsor: readOnlyOptional(sponsor, 'The group that it belongs to', { isOurs: true }),
}

/** The fields of an event in the targeting interface. */
export const actionFields = {
  identifiers,
  label: computed(text, 'The name to show in a choice: the title and the origin'),
  title: { ...eventFields.title, meaning: 'The public title of the event' },
  origin_system: originSystem,
  created_date: createdDate,
  total_accepted: { ...eventFields.total_accepted, meaning: 'Number of accepted attendances, without their guests' },
}
