import type { CalendarEvent } from '../calendars/calendar.js'
import type { Group } from '../access/group.js'
import type { EventKind } from '../events/accessibility.js'
import { timeZoneOf } from '../fields/time-zone.js'
import type { FoundEvent } from '../near/event-search.js'
import type { ListedEvent } from '../near/listed-event.js'
import { sanitizeHtml } from '../markup/sanitize-html.js'
import { pointOf } from '../events/event-point.js'
import type { Site } from '../runtime/site.js'
import { publicAddress } from '../events/documents/browser-url.js'

/* Events as Mobilize shows them. Its documents have whole numbers for ids, and Unix times. */

/** Returns a whole number that stands for an id: its first 48 bits, which a program of any language can hold. */
export const numberOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

export const secondsOf = (date: string): number => Math.floor(Date.parse(date) / 1_000)

/** The start and the end of an event, in Unix time. Without an end, it has no length. */
export function timesOf({ start, end_date_utc: end }: Pick<ListedEvent, 'start' | 'end_date_utc'>) {
  const start_date = secondsOf(start)
  return { start_date, end_date: end === undefined ? start_date : secondsOf(end) }
}

const PRIVATE = 'This event’s address is private. Sign up for more details'

/** Returns an event as it is in the feed. @param details the whole event @param sponsor its group */
export function feedEvent(
  site: Site,
  { event, standing }: FoundEvent,
  details: CalendarEvent,
  sponsor: object,
): object {
  return {
    id: numberOf(event.id),
    title: details.title,
    // The nearest field would be `name`, which only organizers see.
    summary: '',
    // Pages of any site show it: what they should not run is not in it.
    description: sanitizeHtml(details.description ?? ''),
    featured_image_url: details.featured_image_url ?? '',
    high_priority: false,
    sponsor,
    timeslots: [
      {
        id: numberOf(event.id),
        ...timesOf(event),
        max_attendees: event.capacity ?? null,
        // The dialect has no other word for an event that takes no RSVPs now.
        is_full: ['full', 'not_open', 'closed'].includes(standing.state),
        instructions: null,
      },
    ],
    location: locationOf(details, event),
    timezone: timeZoneOf(event) ?? 'UTC',
    event_type: eventType(event.kind),
    browser_url: publicAddress(site, event),
    created_date: secondsOf(details.created_date),
    modified_date: secondsOf(details.modified_date),
    visibility: 'PUBLIC',
    address_visibility: event.address_shown === 'guests' ? 'PRIVATE' : 'PUBLIC',
    created_by_volunteer_host: false,
    is_virtual: event.attendance_mode === 'online',
    virtual_action_url: null,
    contact: null,
    accessibility_status: statusOf(details.accessibility),
    accessibility_notes: details.accessibility?.notes ?? null,
    tags: [],
    approval_status: 'APPROVED',
    event_campaign: null,
    instructions: null,
  }
}

/** The words of Mobilize for kinds; those that it does not have are OTHER. */
const TYPES: Partial<Record<EventKind, string>> = {
  canvass: 'CANVASS',
  phone_bank: 'PHONE_BANK',
  text_bank: 'TEXT_BANK',
  training: 'TRAINING',
  meeting: 'MEETING',
  rally: 'RALLY',
  fundraiser: 'FUNDRAISER',
  house_party: 'HOUSE_PARTY',
  community: 'COMMUNITY',
  march: 'RALLY',
}

/** Returns the word of Mobilize for a kind. */
export const eventType = (kind: EventKind | undefined): string => (kind && TYPES[kind]) ?? 'OTHER'

/** Mobilize asks for a whole: the building is step-free, or is not, or no one has said. */
const STATUSES = { yes: 'ACCESSIBLE', no: 'NOT_ACCESSIBLE', unknown: 'NOT_SURE' } as const
const statusOf = (accessibility: CalendarEvent['accessibility']) =>
  accessibility?.step_free ? STATUSES[accessibility.step_free] : null

function locationOf({ location }: CalendarEvent, event: ListedEvent): object | null {
  if (event.attendance_mode === 'online') return null
  const isPrivate = event.address_shown === 'guests'
  const { venue = '', address_lines = [], locality = '', region, country, postal_code = '' } = location
  const point = pointOf(event)
  return {
    venue: isPrivate ? PRIVATE : venue,
    address_lines: isPrivate ? [PRIVATE, ''] : [address_lines[0] ?? '', ''],
    locality,
    region,
    country,
    postal_code,
    location: point ? { latitude: point.latitude, longitude: point.longitude } : null,
    congressional_district: null,
    state_leg_district: null,
    state_senate_district: null,
  }
}

/** Returns a group as Mobilize shows an organization. */
export const feedSponsor = (site: Site, { id, title, created_date }: Group): object => ({
  id: numberOf(id),
  name: title,
  slug: id,
  is_coordinated: false,
  is_independent: true,
  is_primary_campaign: false,
  race_type: null,
  state: '',
  district: '',
  candidate_name: '',
  org_type: 'INDEPENDENT',
  event_feed_url: `${site.publicUrl}/groups/${id}`,
  created_date: secondsOf(created_date),
  modified_date: secondsOf(created_date),
})
