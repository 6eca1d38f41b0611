import type { Creator } from './creator.js'
import { applyChange } from './fields/apply-change.js'
import { eventFields } from './fields/event.js'
import type { Change, Draft, Stored } from './fields/field.js'
import { type Geocode, type Geocoded, changedPlace } from './location.js'
import type { Owner, Principal } from './principal.js'
import { timeZoneOf } from './time-zone.js'
import { instantOf, wallClockAt } from './zoned.js'

/** An event as it is kept. Names are those of version 2; absent means that there is no value. */
export interface OsdiEvent extends Stored<typeof eventFields> {
  id: string
  owner: Owner
  /** Created through the API, or in the organiser's own interface; much of an event follows from it. */
  origin: 'api' | 'interface'
  /** The time zone of the location, where it is known. One that a caller has set wins over it. */
  location_timezone?: string
  creator: string
  organizer: string
  explicit_creator: boolean
  /** Counts the writes of this event; every change is conditional on it. */
  revision: number
}

/** A valid new event; optional fields without a value are absent. */
export type EventDraft = Draft<typeof eventFields>

/** A valid change: absent fields stay, null clears. */
export type EventChange = Change<typeof eventFields>

/** What only the organiser's own interface sets. */
export type InterfaceFields = Partial<Pick<OsdiEvent, 'capacity' | 'featured_image_url'>> & {
  hidden: boolean
}

export interface Circumstances extends Creator {
  id: string
  principal: Pick<Principal, 'owner' | 'sponsor'>
  event_campaign_id?: string | undefined
  /** Present for an event of the organiser's own interface. */
  made_in_interface?: InterfaceFields | undefined
  now: Date
}

/** A new event with every default of the specification (version 2, endpoint rule 1). */
export async function newEvent(
  draft: EventDraft,
  { id, principal, event_campaign_id, made_in_interface, now, creator, explicit_creator }: Circumstances,
  geocode: Geocode,
): Promise<OsdiEvent> {
  const place = await geocode(draft.location ?? {})
  const blank: OsdiEvent = {
    id,
    owner: principal.owner,
    origin: made_in_interface ? 'interface' : 'api',
    identifiers: [],
    origin_system: draft.origin_system,
    title: draft.title,
    location: place.location,
    creator,
    organizer: creator,
    explicit_creator,
    created_date: now.toISOString(),
    modified_date: now.toISOString(),
    revision: 1,
    total_accepted: 0,
    hidden: false,
    ...made_in_interface,
    ...(event_campaign_id && { event_campaign_id }),
    ...(principal.sponsor && { sponsor: principal.sponsor }),
  }
  return withTimes(placedAt(applyChange(eventFields, blank, draft), place), draft, undefined)
}

/** The event after a change, with its modified date refreshed (version 2, endpoint rule 4). */
export async function changedEvent(
  event: OsdiEvent,
  change: EventChange,
  now: Date,
  geocode: Geocode,
): Promise<OsdiEvent> {
  const said = saidOf(event, change)
  const after = placedAt(
    applyChange(eventFields, event, said),
    await changedPlaceOf(event, said.location, geocode),
  )
  return {
    ...withTimes(after, said, event),
    modified_date: now.toISOString(),
    revision: event.revision + 1,
  }
}

/**
 * A change without the time zone that the event has already. Whoever sends back what was read, with another
 * location, means the location: the time zone that stood beside it was ours, not theirs.
 */
function saidOf(event: OsdiEvent, { timezone_identifier, ...change }: EventChange): EventChange {
  return timezone_identifier === undefined || timezone_identifier === timeZoneOf(event)
    ? change
    : { ...change, timezone_identifier }
}

async function changedPlaceOf(
  { location, location_timezone: timezone }: OsdiEvent,
  change: EventChange['location'],
  geocode: Geocode,
): Promise<Geocoded> {
  const known = { location, timezone }
  if (change === undefined) return known
  return change === null ? geocode({}) : changedPlace(known, change, geocode)
}

function placedAt(
  { location_timezone: _old, ...event }: OsdiEvent,
  { location, timezone }: Geocoded,
): OsdiEvent {
  return { ...event, location, ...(timezone && { location_timezone: timezone }) }
}

const TIMES = ['start_date', 'end_date'] as const

/**
 * The event with its times. A change of the place or of the time zone keeps the wall clocks and moves the
 * instants. Digits that the event shows already move nothing: in an hour that comes twice, they may mean the
 * second.
 */
function withTimes(event: OsdiEvent, change: EventChange, before: OsdiEvent | undefined): OsdiEvent {
  const changed = { ...event }
  const zone = timeZoneOf(event)
  const isSameZone = before !== undefined && timeZoneOf(before) === zone
  for (const field of TIMES) {
    const moment = change[field]
    const shown = moment && 'wallClock' in moment ? moment.wallClock : before?.[field]
    const known = isSameZone && shown === before[field] ? before[`${field}_utc`] : undefined
    if (moment && 'instant' in moment) {
      changed[field] = wallClockAt(moment.instant, zone)
      changed[`${field}_utc`] = moment.instant
    } else if (moment === null || shown === undefined) {
      delete changed[field]
      delete changed[`${field}_utc`]
    } else {
      changed[field] = shown
      changed[`${field}_utc`] = known ?? instantOf(shown, zone)
    }
  }
  return changed
}
