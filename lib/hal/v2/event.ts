import type { CreatorRoles } from '../../domain/creator.js'
import type { EventChange, EventDraft, OsdiEvent } from '../../domain/event.js'
import type { Body } from '../../domain/fields/body-field.js'
import { eventFields } from '../../domain/fields/event.js'
import { namedFilters, ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import { type Site, native } from '../../domain/site.js'
import { timeZoneOf } from '../../domain/time-zone.js'
import { readChangeOf, readDraft } from '../../input/read-body.js'
import { browserUrl, isOwnPage } from '../browser-url.js'
import { collection } from '../collection.js'
import { link, linkedPerson, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { v2 } from './version.js'

/** Events under the names of version 2, which are those of the domain. */
export const eventVocabulary = ownNames(eventFields)

export const eventFilters = (site: Site) => namedFilters<OsdiEvent>(eventVocabulary, site)

/** Who may be designated as creator with a group's key (version 2, endpoint rule 2); the creator administers too. */
export const creatorRoles: CreatorRoles = ['creator', 'administrator', 'organizer']

/** @throws OsdiError invalid, naming every fault */
export function readNewEvent(site: Site, body: Body) {
  const { values, ignored } = readDraft(eventVocabulary, body, site)
  const { browser_url, ...others } = values
  const isForeign = browser_url && !isOwnPage(site, browser_url, others.identifiers ?? [])
  const draft: EventDraft = { ...others, ...(isForeign && { browser_url }) }
  return { draft, designated: linkedPerson(site, body, 'osdi:creator'), ignored }
}

/** @param id of the event. Its own page on the service is what answers show, and no address that a caller sets */
export function readEventChange(site: Site, body: Body, id: string) {
  const { values, ignored } = readChangeOf(eventVocabulary, body, site)
  const isOwn = isOwnPage(site, values.browser_url, [native(site, id)])
  const change: EventChange = isOwn ? { ...values, browser_url: null } : values
  return { change, ignored }
}

/** An event on its own, with curies. */
export const eventResource = (site: Site, event: OsdiEvent): Resource =>
  withCuries(site, embeddedEvent(site, event))

const embeddedEvent = (site: Site, event: OsdiEvent): Resource => ({
  ...serialize(eventVocabulary, event, site, {
    browser_url: browserUrl(site, event),
    timezone_identifier: timeZoneOf(event),
  }),
  _links: eventLinks(site, event),
})

function eventLinks(site: Site, event: OsdiEvent): { self: Link } & Record<string, Link> {
  const attendances = link(site, v2, 'events', event.id, 'attendances')
  return {
    self: link(site, v2, 'events', event.id),
    'osdi:attendances': attendances,
    'osdi:record_attendance_helper': attendances,
    'osdi:creator': link(site, v2, 'people', event.creator),
    'osdi:organizer': link(site, v2, 'people', event.organizer),
    ...(event.event_campaign_id && {
      [native(site, 'event_campaign')]: link(site, v2, 'event_campaigns', event.event_campaign_id),
    }),
    [native(site, 'embed')]: link(site, v2, 'events', event.id, 'embed'),
    ...(event.start_date && {
      [native(site, 'calendar')]: link(site, v2, 'events', event.id, 'calendar.ics'),
    }),
  }
}

/** A page of events; `path` is where the collection lives. */
export const eventCollection = (
  site: Site,
  page: Page<OsdiEvent>,
  query: string,
  ...path: string[]
): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, ...path),
    rel: 'osdi:events',
    query,
    links: { [native(site, 'calendar')]: link(site, v2, ...path.slice(0, -1), 'calendar.ics') },
    resource: (event) => embeddedEvent(site, event),
  })
