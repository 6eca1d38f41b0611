import type { CreatorRoles } from '../../domain/creator.js'
import type { EventChange, EventDraft, OsdiEvent } from '../../domain/event.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import { timeZoneOf } from '../../domain/time-zone.js'
import { browserUrl, isOwnPage } from '../browser-url.js'
import { collection } from '../collection.js'
import { type Body, type Fields, readChange, readNew } from '../fields.js'
import { alone, link, linkedPerson, native } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { utc, wallClock } from '../time.js'
import { defaultOriginSystem, identifier, moment, text, timeZone, webAddress } from '../values.js'
import { locationFields } from '../location.js'
import { v2 } from './version.js'

/** The fields of an event that a body may hold (version 2, "Event"); the others are read-only. */
export const eventFields: Fields = {
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  origin_system: { value: text, required: true, otherwise: defaultOriginSystem },
  name: { value: text },
  title: { value: text, required: true },
  description: { value: text },
  instructions: { value: text },
  browser_url: { value: webAddress },
  start_date: { value: moment },
  end_date: { value: moment },
  timezone_identifier: { value: timeZone },
  location: { fields: locationFields },
}

/** Who may be designated as creator with a group's key (version 2, endpoint rule 2); the creator administers too. */
export const creatorRoles: CreatorRoles = ['creator', 'administrator', 'organizer']

/** @throws OsdiError invalid, naming every fault */
export function readNewEvent(body: Body) {
  const { values, ignored } = readNew(eventFields, body)
  const { browser_url, ...others } = values as unknown as EventDraft
  const named = browser_url && !isOwnPage(browser_url, others.identifiers ?? [])
  const draft: EventDraft = { ...others, ...(named && { browser_url }) }
  return { draft, designated: linkedPerson(body, 'osdi:creator'), ignored }
}

/** @param id of the event, whose own page is no other that a caller names: it is what an answer showed */
export function readEventChange(body: Body, id: string) {
  const { values, ignored } = readChange(eventFields, body)
  const change = values as EventChange
  return {
    change: isOwnPage(change.browser_url, [native(id)]) ? { ...change, browser_url: null } : change,
    ignored,
  }
}

/** An event on its own, with curies. */
export const eventResource = (event: OsdiEvent): Resource => alone(embeddedEvent(event))

/** What the specification lacks: where the clock hangs, and what it shows as instants (docs/decisions/0015). */
function instants(event: OsdiEvent) {
  const timezone_identifier = timeZoneOf(event)
  return {
    ...(timezone_identifier && { timezone_identifier }),
    ...(event.start_date_utc && { [native('start_date_utc')]: utc(event.start_date_utc) }),
    ...(event.end_date_utc && { [native('end_date_utc')]: utc(event.end_date_utc) }),
  }
}

/** An event within a collection, in the order of the specification's tables. */
function embeddedEvent(event: OsdiEvent): Resource {
  const browser_url = browserUrl(event)
  return {
    identifiers: [native(event.id), ...event.identifiers],
    origin_system: event.origin_system,
    created_date: utc(event.created_date),
    modified_date: utc(event.modified_date),
    ...(event.name && { name: event.name }),
    title: event.title,
    ...(event.description && { description: event.description }),
    ...(event.instructions && { instructions: event.instructions }),
    ...(browser_url && { browser_url }),
    ...(event.featured_image_url && { featured_image_url: event.featured_image_url }),
    ...(event.start_date && { start_date: wallClock(event.start_date) }),
    ...(event.end_date && { end_date: wallClock(event.end_date) }),
    ...instants(event),
    location: event.location,
    total_accepted: event.total_accepted,
    ...(event.event_campaign_id && { [native('event_campaign_id')]: event.event_campaign_id }),
    status: 'confirmed',
    transparence: 'opaque',
    visibility: 'public',
    guests_can_invite_others: true,
    ...(event.capacity !== undefined && { capacity: event.capacity }),
    [native('hidden')]: event.hidden,
    reminders: [{ method: 'email', minutes: 1440 }],
    ...(event.sponsor && { [native('sponsor')]: event.sponsor }),
    _links: eventLinks(event),
  }
}

function eventLinks(event: OsdiEvent): { self: Link } & Record<string, Link> {
  const attendances = link(v2, 'events', event.id, 'attendances')
  return {
    self: link(v2, 'events', event.id),
    'osdi:attendances': attendances,
    'osdi:record_attendance_helper': attendances,
    'osdi:creator': link(v2, 'people', event.creator),
    'osdi:organizer': link(v2, 'people', event.organizer),
    ...(event.event_campaign_id && {
      [native('event_campaign')]: link(v2, 'event_campaigns', event.event_campaign_id),
    }),
    [native('embed')]: link(v2, 'events', event.id, 'embed'),
    ...(event.start_date && { [native('calendar')]: link(v2, 'events', event.id, 'calendar.ics') }),
  }
}

/** A page of events; `self` is where the collection lives. */
export const eventCollection = (page: Page<OsdiEvent>, query: string, ...path: string[]): Resource =>
  collection({
    page,
    self: link(v2, ...path),
    rel: 'osdi:events',
    query,
    links: { [native('calendar')]: link(v2, ...path.slice(0, -1), 'calendar.ics') },
    resource: embeddedEvent,
  })
