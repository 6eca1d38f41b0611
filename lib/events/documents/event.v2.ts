import type { CreatorRoles } from '../../access/creator.js'
import type { EventChange, EventDraft, OsdiEvent } from '../event.js'
import type { Body } from '../../fields/field.js'
import { eventFields } from '../event-fields.js'
import { namedFilters, ownNames } from '../../fields/vocabulary.js'
import { type Site, native } from '../../runtime/site.js'
import { timeZoneOf } from '../../fields/time-zone.js'
import { readChangeOf, readDraft } from '../../fields/read-body.js'
import { lastingUrl, isOwnPage } from './browser-url.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { eventPages, eventPaths } from './event.js'
import { linkedPerson } from '../../hal/links.js'
import { eventNames } from '../../hal/v1/names.js'
import { v2 } from '../../hal/v2/version.js'

/** Events under the names of version 2, which are those of the domain. */
export const eventVocabulary = ownNames(eventFields, {}, eventNames)

export const eventFilters = (site: Site) => namedFilters<OsdiEvent>(eventVocabulary, site)

/**
 * Roles that may be designated as creator with a group's key (version 2, endpoint rule 2); the creator administers too.
 */
export const creatorRoles: CreatorRoles = ['creator', 'administrator', 'organizer']

/** @throws OsdiError invalid, naming every fault */
export function readNewEvent(site: Site, body: Body) {
  const { draft: read, ignored } = readDraft(eventVocabulary, body, site)
  const { browser_url, ...others } = read
  const isForeign = browser_url && !isOwnPage(site, browser_url, others.identifiers ?? [])
  const draft: EventDraft = { ...others, ...(isForeign && { browser_url }) }
  return { draft, designated: linkedPerson(site, body, 'osdi:creator'), ignored }
}

/**
 * Reads a change. A `browser_url` that is the event's own page was copied from a response and is not a change.
 * @param id of the event
 */
export function readEventChange(site: Site, body: Body, id: string) {
  const { change: read, ignored } = readChangeOf(eventVocabulary, body, site)
  const isOwn = isOwnPage(site, read.browser_url, [native(site, id)])
  const change: EventChange = isOwn ? { ...read, browser_url: null } : read
  return { change, ignored }
}

const event = /* @__PURE__ */ documentOf(v2, {
  vocabulary: eventVocabulary,
  links: (event: OsdiEvent) =>
    eventPaths(v2, event, { 'osdi:record_attendance_helper': `events/${event.id}/attendances` }),
  computed: (event, site) => ({
    browser_url: lastingUrl(site, event),
    timezone_identifier: timeZoneOf(event),
  }),
})

export const eventResource = /* @__PURE__ */ resourceOf(event)
export const eventCollection = /* @__PURE__ */ pagesOf(v2, eventPages, event)
