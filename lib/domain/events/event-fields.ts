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
import { questions } from '../questions/question.js'
import { createdDate, identifiers, modifiedDate, originSystem } from '../fields/shared.js'

/** Sponsoring group of an event (version 2, "Sponsor"). */
export interface Sponsor {
  title: string
  /** URL of the group's public page. */
  browser_url?: string
}

/** Number of attendances of an event in each state. Guests are those of the accepted ones. */
export interface Totals {
  accepted: number
  declined: number
  waitlisted: number
  attended: number
  guests: number
  confirmed: number
}

/** The totals before the first attendance. */
export const NO_TOTALS: Totals = {
  accepted: 0,
  declined: 0,
  waitlisted: 0,
  attended: 0,
  guests: 0,
  confirmed: 0,
}

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
      minutes: json.count('How long before the start'),
    }),
    meaning,
  ),
)

/** The position of an event in its series. It stays when dates are moved or cancelled. */
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
      index: json.count('The number of this date among those it was made with, from 1', 1),
      count: json.count('With how many dates it was made', 1),
    }),
  comparison: 'id',
}

/** A change of time or place that waits for its review, as its host has typed it. */
export interface WaitingChange {
  start_date?: string
  end_date?: string | null
  attendance_mode?: (typeof ATTENDANCE_MODES)[number]
  location?: Address
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
    state: json.string('What the team has decided', { enum: ['waiting', 'approved', 'declined'] }),
    date: json.dateTime('Since when it waits, or when it was decided'),
    note: json.maybe(json.string('The reason of the team')),
    change: json.maybe({ type: 'object', description: 'The change of time or place that waits' }),
  }),
)

/** The people who see the street of an event. */
const ADDRESS_SHOWN = ['everybody', 'guests'] as const

export const ATTENDANCE_MODES = ['in_person', 'online', 'mixed'] as const
const totals = shownAs<Totals>((meaning) =>
  json.object(meaning, {
    accepted: json.count('People who come'),
    declined: json.count('People who have cancelled'),
    waitlisted: json.count('People on the waiting list'),
    attended: json.count('People who were there, whatever they had answered'),
    guests: json.count('Guests of the people who come'),
    confirmed: json.count('People who come and have confirmed it'),
  }),
)

const SAME = 'Always the same'

/** The fields of an event (version 2, "Event"). */
export const eventFields = {
  identifiers,
  origin_system: originSystem,
  created_date: createdDate,
  modified_date: modifiedDate,
  name: optional(text, 'The title among organisers'),
  title: required(text, 'The public title', { filter: true }),
  description: optional(html, 'What it is'),
  instructions: optional(html, 'For people who attend'),
  browser_url: optional(webAddress, 'A page about it'),
  featured_image_url: setInInterface(webAddress, 'Its banner'),
  start_date: optional(wallClock, 'When it starts', { filter: true }),
  end_date: optional(wallClock, 'When it ends', { filter: true }),
  timezone_identifier: optional(
    timeZone,
    'The time zone of the wall clocks: that of the location where it is known, or the one that was sent',
  ),
  start_date_utc: readOnlyOptional(timestamp, 'When it starts, in UTC', { isOurs: true }),
  end_date_utc: readOnlyOptional(timestamp, 'When it ends, in UTC', { isOurs: true }),
  language: optional(language, 'The language of its texts, in which its page and its widget speak', {
    isOurs: true,
  }),
  attendance_mode: optional(oneOf(ATTENDANCE_MODES), 'Whether people come to a place or take part online', {
    isOurs: true,
  }),
  location: defaulted(location as Kind<Address, Location>, 'Where it is. What is sent is geocoded'),
  total_accepted: readOnly(count, 'How many people come; exact, but for a second or two of a rush'),
  totals: readOnly(totals, 'Its attendances by what became of them; as exact', { isOurs: true }),
  event_campaign_id: readOnlyOptional(uuid, 'The campaign that it was created in', { isOurs: true }),
  questions: optional(questions, 'Questions to the people who come, at most 10', { isOurs: true }),
  series: readOnlyOptional(positionInSeries, 'The series that it was made with', {
    isOurs: true,
    filter: true,
  }),
  status: presumed(
    stateOf(['confirmed', 'tentative', 'cancelled']),
    'confirmed',
    'Whether it takes place; only events of the organiser’s own interface can be cancelled, or tentative: not yet published',
    { filter: true },
  ),
  transparence: constant(fixed('opaque'), 'opaque', SAME),
  visibility: constant(fixed('public'), 'public', SAME),
  guests_can_invite_others: constant(flag, true, 'Always true'),
  review: readOnlyOptional(
    review,
    'The review of an event of a supporter; absent on events that no one reviews. PUT takes a decision while it waits',
    { isOurs: true },
  ),
  address_shown: presumedUntilSet(
    oneOf(ADDRESS_SHOWN),
    'everybody',
    'Who sees the street and the venue: everybody, or the people who have a place',
    { isOurs: true },
  ),
  capacity: setInInterface(count, 'How many may attend; set in the organiser’s own interface only'),
  waitlist: setInInterface(flag, 'Whether people can join a waiting list when it is full', {
    isOurs: true,
  }),
  max_guests: setInInterface(count, 'How many guests a person may bring; none without it', {
    isOurs: true,
  }),
  consent_text: setInInterface(
    text,
    'What its RSVP form says beside the button, where it is not what the owner says',
    {
      isOurs: true,
    },
  ),
  hidden: readOnly(flag, 'Whether the organiser’s interface hides it', { isOurs: true }),
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
  label: computed(text, 'What to call it in a choice: its title and where it is from'),
  title: { ...eventFields.title, meaning: 'The public title of the event' },
  origin_system: originSystem,
  created_date: createdDate,
  total_accepted: { ...eventFields.total_accepted, meaning: 'How many people come' },
}
