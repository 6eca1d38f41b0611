import type { OsdiEvent } from '../events/event.js'
import { type EventState, stateOf } from '../events/event-state.js'
import { openSeats } from '../events/capacity.js'
import type { Totals } from '../events/totals.js'
import { publicLocation } from '../locations/location.js'
import { isListed } from '../events/visibility.js'
import { originPolicy } from '../events/origin.js'
import { isOver, overAt } from '../events/upcoming.js'
import { instantOf } from '../events/zoned.js'
import { timeZoneOf } from '../fields/time-zone.js'

/** The fields of an event that lists and maps show. */
const SHOWN = [
  'id',
  'origin',
  'slug',
  'title',
  'browser_url',
  'start_date',
  'end_date',
  'start_date_utc',
  'end_date_utc',
  'timezone_identifier',
  'location_timezone',
  'language',
  'attendance_mode',
  'location',
  'placeless',
  'capacity',
  'waitlist',
  'status',
  'hidden',
  'event_campaign_id',
  'featured_image_url',
  'address_shown',
  'series',
  'rsvps_open_utc',
  'rsvps_close_utc',
  'kind',
  'accessibility',
  'approval',
] as const

/** An event as lists and maps show it. */
export type ListedEvent = Pick<OsdiEvent, (typeof SHOWN)[number]> & {
  /** When it starts, in UTC: texts in the order of instants. */
  start: string
}

/** Returns what lists show of an event; undefined for one that is in no list: no start, or not to be found. */
export function listedFrom(event: OsdiEvent): ListedEvent | undefined {
  if (event.start_date === undefined || !isListed(event)) return undefined
  const listed = SHOWN.filter((name) => event[name] !== undefined).map((name) => [name, event[name]])
  return {
    ...(Object.fromEntries(listed) as ListedEvent),
    location: publicLocation(event),
    start: startOf(event),
  }
}

/** Lists in which an event stands: those of its owner and of its campaign, with events of the API and without. */
export function listingsWith({ owner, event_campaign_id, origin }: OsdiEvent): Listing[] {
  const scopes = [owner, ...(event_campaign_id ? [campaignScope(event_campaign_id)] : [])]
  return scopes.flatMap((scope) =>
    listingsOf(scope).filter(({ holds }) => holds === 'all' || originPolicy({ origin }).listed),
  )
}

/** The events of a group, an account or a campaign that may be listed. */
export interface Listing {
  scope: string
  /** All events, or only those whose origin has them listed by default. */
  holds: 'all' | 'own'
}

const listingsOf = (scope: string): Listing[] => [
  { scope, holds: 'all' },
  { scope, holds: 'own' },
]

export const campaignScope = (id: string) => `event_campaign:${id}`

/** An event without a time zone counts as if its clock showed UTC. */
const startOf = (event: OsdiEvent) => event.start_date_utc ?? instantOf(event.start_date ?? '', timeZoneOf(event))

/** After this day, in seconds since 1970, an event is in no list. An event without an end counts as a day. */
export function leavesListsAt(event: ListedEvent): number {
  const over = Date.parse(overAt(event) ?? '9999-12-31T00:00:00Z')
  return Math.ceil(over / 1000) + DAY_SECONDS
}

const DAY_SECONDS = 24 * 60 * 60

/** The outcome of an RSVP of one more person. */
export interface Standing {
  state: EventState
  /** Absent where seats are not limited; 0 while people wait. */
  places_left?: number
}

/** Counts of the attendances of an event. */
export type Taken = Pick<Totals, 'accepted' | 'guests' | 'waitlisted'>

/** Returns whether one more person would come to an event, wait or be refused. */
export function standingOf(event: ListedEvent, { accepted, guests, waitlisted }: Taken, now: Date): Standing {
  if (event.capacity === undefined) return { state: stateOf(event, undefined, now) }
  const places_left = openSeats(event, { taken: accepted + guests, isAwaited: waitlisted > 0 })
  return { state: stateOf(event, places_left, now), places_left }
}

/** Whether an event is upcoming or takes place now. */
export const isToCome = (event: ListedEvent, now: Date) => !isOver(event, now)
