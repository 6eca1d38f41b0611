import type { InterfaceName } from './interface-fields.js'
import { requireOrderOfTimes } from './end-before-start.js'
import type { Creator } from '../access/creator.js'
import { applyChange, type Change, type Draft, type Stored } from '../fields/field.js'
import { type Review, eventFields } from './event-fields.js'
import { type Geocode, type Geocoded, type Location, changedLocation } from '../locations/location.js'
import type { Principal } from '../runtime/principal.js'
import type { Owner } from '../runtime/owner.js'
import { requireSameTypes } from '../questions/answers.js'
import { type Question, pastQuestions } from '../questions/question.js'
import { timeZoneOf } from '../fields/time-zone.js'
import type { Dated } from './upcoming.js'
import { NO_TOTALS } from './totals.js'
import { instantOf, wallClockAt } from './zoned.js'
import { movedWindow, withInstants } from './rsvp-window.js'
import { nextVersion } from '../fields/version.js'

export interface HostLink {
  /** The number of links that were sent: the last one alone is valid. */
  generation: number
  revoked?: true
}

/** An event as it is stored. Names are those of version 2; a field without a value is absent. */
export interface OsdiEvent extends Stored<typeof eventFields> {
  id: string
  owner: Owner
  /** Created through the API, or in the organizer's own interface. It decides much of what the service does. */
  origin: 'api' | 'interface'
  /** Whether the geocoder did not find the place: the point is that of its region or its country. */
  placeless?: true
  /** The time zone of the location, if it is known. A time zone that a caller has set takes precedence. */
  location_timezone?: string
  /** The last part of the readable address of its page, `/e/spring-rally`. */
  slug?: string
  /** Those that it had, which lead to it still. */
  former_slugs?: string[]
  creator: string
  organizer: string
  explicit_creator: boolean
  /** The link of its host, whose tools it opens; absent on events that no supporter hosts. */
  host_link?: HostLink
  /** The last edit of several dates of its series that it was part of. */
  series_edit?: string
  /** Counts the writes of this event; every change is conditional on it. */
  revision: number
  /** Number of its attendances of any status. */
  total_attendances: number
  /**
   * The highest capacity that it had before the present one; 0 where it had none. Absent while its capacity has never
   * changed.
   */
  past_capacity?: number
  /** The instants that `rsvps_open` and `rsvps_close` show. */
  rsvps_open_utc?: string
  rsvps_close_utc?: string
  /** Questions that were removed after people had answered. Files have their answers. */
  past_questions?: Question[]
}

/** An event without what is counted of its attendances. */
export type Uncounted<Event extends OsdiEvent> = Omit<Event, 'total_accepted' | 'total_attendances' | 'totals'>

/** The fields of an event that an RSVP needs. */
export type AttendableEvent = Pick<
  OsdiEvent,
  | 'id'
  | 'owner'
  | 'origin'
  | 'creator'
  | 'explicit_creator'
  | 'hidden'
  | 'capacity'
  | 'past_capacity'
  | 'waitlist'
  | 'approval'
  | 'max_guests'
  | 'rsvps_open_utc'
  | 'rsvps_close_utc'
  | 'event_campaign_id'
  | 'status'
  | 'total_accepted'
  | 'total_attendances'
  | 'totals'
> & {
  /** Present where the event has questions, which an RSVP then reads with the event. */
  has_questions?: true
  questions?: Question[]
  /** The country in which numbers without a code are dialed. */
  location?: Pick<Location, 'country'>
}

/**
 * The fields of an event that an RSVP from a browser needs: an answer shows the instructions, and the form had its
 * terms.
 */
export type EventForBrowsers = AttendableEvent & Dated & Pick<OsdiEvent, 'instructions' | 'language' | 'consent_text'>

/** A valid new event; optional fields without a value are absent. */
export type EventDraft = Draft<typeof eventFields>

/** A valid change: absent fields stay, null clears. */
export type EventChange = Change<typeof eventFields>

/** Fields that only the organizer's own interface sets. */
export type InterfaceFields = Partial<Pick<OsdiEvent, InterfaceName>> & {
  hidden: boolean
  /** Present for an event that is not published yet. */
  status?: 'tentative'
  /** Present for an event of a supporter. */
  host_link?: HostLink
  /** Present for an event of a supporter that the team reviews. */
  review?: Review
}

export interface Circumstances extends Creator {
  id: string
  principal: Pick<Principal, 'owner' | 'sponsor'>
  event_campaign_id?: string | undefined
  /** Present for an event of the organizer's own interface. */
  made_in_interface?: InterfaceFields | undefined
  now: Date
}

/** Creates an event with every default of the specification (version 2, endpoint rule 1). */
export async function newEvent(
  draft: EventDraft,
  { id, principal, event_campaign_id, made_in_interface, now, creator, explicit_creator }: Circumstances,
  geocode: Geocode,
): Promise<OsdiEvent> {
  const geocoded = await geocode(draft.location ?? {})
  const blank: OsdiEvent = {
    id,
    owner: principal.owner,
    origin: made_in_interface ? 'interface' : 'api',
    identifiers: [],
    origin_system: draft.origin_system,
    title: draft.title,
    location: geocoded.location,
    creator,
    organizer: creator,
    explicit_creator,
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
    revision: 1,
    total_accepted: 0,
    total_attendances: 0,
    totals: NO_TOTALS,
    hidden: false,
    ...made_in_interface,
    ...(event_campaign_id && { event_campaign_id }),
    ...(principal.sponsor && { sponsor: principal.sponsor }),
  }
  const event = withInstants(
    withTimes(withLocation(applyChange(eventFields, blank, draft), geocoded), draft, undefined),
  )
  return made_in_interface ? requireOrderOfTimes(event) : event
}

/** Applies a change to an event and refreshes its modified date (version 2, endpoint rule 4). */
export async function changedEvent(
  event: OsdiEvent,
  change: EventChange,
  now: Date,
  geocode: Geocode,
): Promise<OsdiEvent> {
  if (change.questions && event.total_attendances > 0)
    requireSameTypes([...(event.past_questions ?? []), ...(event.questions ?? [])], change.questions)
  const effective = withoutKnownZone(event, change)
  const after = withLocation(
    applyChange(eventFields, event, effective),
    await changedLocationOf(event, effective.location, geocode),
  )
  return {
    ...withPastQuestions(movedWindow(withTimes(after, effective, event), event), event),
    ...nextVersion(event, now),
  }
}

/** Returns the event with the questions that it asked before, where people may have answered them. */
function withPastQuestions({ past_questions: _before, ...event }: OsdiEvent, before: OsdiEvent): OsdiEvent {
  const past = before.total_attendances > 0 ? pastQuestions(before, event.questions) : before.past_questions
  return { ...event, ...(past && past.length > 0 && { past_questions: past }) }
}

/**
 * Removes the time zone from a change if the event has it already. A client that sends back what it read, with another
 * location, changes the location: the time zone in its document came from the service.
 */
function withoutKnownZone(event: OsdiEvent, { timezone_identifier, ...change }: EventChange): EventChange {
  return timezone_identifier === undefined || timezone_identifier === timeZoneOf(event)
    ? change
    : { ...change, timezone_identifier }
}

async function changedLocationOf(
  { location, location_timezone: timezone, placeless }: OsdiEvent,
  change: EventChange['location'],
  geocode: Geocode,
): Promise<Geocoded> {
  const known = { location, timezone, placeless }
  if (change === undefined) return known
  return change === null ? geocode({}) : changedLocation(known, change, geocode)
}

function withLocation(
  { location_timezone: _old, placeless: _was, ...event }: OsdiEvent,
  { location, timezone, placeless }: Geocoded,
): OsdiEvent {
  return {
    ...event,
    location,
    ...(timezone && { location_timezone: timezone }),
    ...(placeless && { placeless }),
  }
}

const TIMES = ['start_date', 'end_date'] as const

/**
 * Returns the event with its times. A change of the location or the time zone keeps the wall clocks and moves the
 * instants. Unchanged wall clocks keep their instants: in an hour that occurs twice, they may mean the second one.
 */
function withTimes(event: OsdiEvent, change: EventChange, before: OsdiEvent | undefined): OsdiEvent {
  const changed = { ...event }
  const zone = timeZoneOf(event)
  const isSameZone = before !== undefined && timeZoneOf(before) === zone
  for (const field of TIMES) {
    const moment = change[field]
    const wallClock = moment && 'wallClock' in moment ? moment.wallClock : before?.[field]
    const known = isSameZone && wallClock === before[field] ? before[`${field}_utc`] : undefined
    if (moment && 'instant' in moment) {
      changed[field] = wallClockAt(moment.instant, zone)
      changed[`${field}_utc`] = moment.instant
    } else if (moment === null || wallClock === undefined) {
      delete changed[field]
      delete changed[`${field}_utc`]
    } else {
      changed[field] = wallClock
      changed[`${field}_utc`] = known ?? instantOf(wallClock, zone)
    }
  }
  return changed
}
