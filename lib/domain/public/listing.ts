import type { CalendarEvent, CalendarScope } from '../calendars/calendar.js'
import { isOver } from '../events/upcoming.js'
import { isPublic, originPolicy } from '../events/origin.js'

/** The search of a visitor on the page of a group or a campaign. */
export interface ListingQuery {
  /** Part of an address or of the name of a venue. */
  location?: string
  /** First and last day, `2026-05-04`. */
  from?: string
  until?: string
  /** The end of the page before. */
  after?: string
}

/** The owner or campaign of the listed events, and whether events of the API are listed. */
export interface ListingScope extends Pick<CalendarScope, 'owner' | 'event_campaign_id'> {
  list_api_events: boolean
}

/** A part of a list of upcoming events, soonest first. */
export interface Listing {
  events: CalendarEvent[]
  /** The start of the next part; absent at the end. */
  next?: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** An event that began before may still take place, and its clock may be a day away from UTC. */
const DAYS_BACK = 2

/**
 * Returns the wall clocks between which events begin that a query can find.
 * @returns undefined when the last day is before the first
 */
export function startsIn({ from = '', until }: ListingQuery, now: Date): [string, string] | undefined {
  const recent = new Date(now.getTime() - DAYS_BACK * DAY_MS).toISOString().slice(0, 19)
  const first = from > recent ? from : recent
  // A day stands before every time of it, and the colon after every digit.
  const last = until ? `${until}T:` : ':'
  return first <= last ? [first, last] : undefined
}

/** Whether an event is on a page: it is not over, listed by its origin or wanted by its owner, and at the location. */
export const isListed = (
  event: CalendarEvent,
  { list_api_events }: Pick<ListingScope, 'list_api_events'>,
  { location = '' }: ListingQuery,
  now: Date,
): boolean =>
  isPublic(event) &&
  (list_api_events || originPolicy(event).listed) &&
  !isOver(event, now) &&
  isAt(event, location.toLowerCase())

function isAt({ location }: CalendarEvent, wanted: string): boolean {
  const { venue, address_lines = [], locality, region, postal_code, country } = location
  const parts = [venue, ...address_lines, locality, region, postal_code, country]
  return parts.some((part) => part?.toLowerCase().includes(wanted)) || wanted === ''
}
