import type { CreatorRoles } from '../../domain/creator.js'
import type { EventChange, EventDraft, OsdiEvent } from '../../domain/event.js'
import type { Body } from '../../domain/fields/body-field.js'
import { eventFields } from '../../domain/fields/event.js'
import { locationFields } from '../../domain/fields/location.js'
import { bodyFields, namedFilters, otherNames, ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import type { Person } from '../../domain/person.js'
import { type Site, native } from '../../domain/site.js'
import { readChangeOf, readDraft } from '../../input/read-body.js'
import { browserUrl } from '../browser-url.js'
import { collection } from '../collection.js'
import { link, linkedPerson, withCuries } from '../links.js'
import type { Link, Resource } from '../resource.js'
import { dated, sponsorNames } from './names.js'
import { embeddedPerson, personResource } from './person.js'
import { v1 } from './version.js'

/** What version 1 calls the fields of an event; what came with version 2 has no name. */
export const eventVocabulary = otherNames(eventFields, {
  identifiers: 'identifiers',
  origin_system: 'originating_system',
  ...dated,
  title: 'summary',
  description: 'description',
  instructions: ':event_instructions',
  browser_url: {
    as: 'url',
    meaning: 'A page about it; of events of the organiser’s own interface only',
    isShownOnly: true,
  },
  start_date: 'start',
  location: {
    as: 'location',
    body: { fields: bodyFields(ownNames(locationFields, { postal_code: { required: true } })) },
  },
  total_accepted: 'total_accepted',
  event_campaign_id: ':event_campaign_id',
  status: 'status',
  transparence: 'transparence',
  visibility: 'visibility',
  guests_can_invite_others: 'guestsCanInviteOthers',
  reminders: 'reminders',
  sponsor: { as: 'sponsor', isOurs: true, inner: sponsorNames },
})

export const eventFilters = (site: Site) => namedFilters<OsdiEvent>(eventVocabulary, site)

/** Who may be designated as creator with a group's key (version 1, endpoint rule 3): everybody in the group. */
export const creatorRoles: CreatorRoles = ['creator', 'administrator', 'organizer', 'member']

/** @throws OsdiError invalid, naming every fault */
export function readNewEvent(site: Site, body: Body) {
  const { values, ignored } = readDraft(eventVocabulary, body, site)
  const draft: EventDraft = { ...values, ...geocodedCountry(values) }
  return { draft, designated: linkedPerson(site, body, 'osdi:creator'), ignored }
}

export function readEventChange(site: Site, body: Body) {
  const { values, ignored } = readChangeOf(eventVocabulary, body, site)
  const change: EventChange = { ...values, ...geocodedCountry(values) }
  return { change, ignored }
}

/** Here geocoding decides on the country; in version 2, the caller does ("Event", location). */
const geocodedCountry = <Location extends object>({ location }: { location?: Location | null }) =>
  location && { location: { ...location, country_from_postal_code: true } }

/** People by their ids. A person who is not among them is linked but not embedded. */
export type People = ReadonlyMap<string, Person>

/** Returns the people that a page of events embeds. */
export const peopleOf = (events: OsdiEvent[]) =>
  events.flatMap(({ creator, organizer }) => [creator, organizer])

/** An event on its own, with curies, also on the people in it. */
export const eventResource = (site: Site, event: OsdiEvent, people: People): Resource =>
  withCuries(site, embedded(site, event, people, personResource))

/** A page of events; `path` is where the collection lives. */
export const eventCollection = (
  site: Site,
  page: Page<OsdiEvent>,
  people: People,
  query: string,
  ...path: string[]
): Resource =>
  collection({
    site,
    page,
    self: link(site, v1, ...path),
    rel: 'osdi:events',
    query,
    links: { [native(site, 'calendar')]: link(site, v1, ...path.slice(0, -1), 'calendar.ics') },
    resource: (event) => embedded(site, event, people, embeddedPerson),
  })

/** An event with creator and organizer as full persons. */
function embedded(
  site: Site,
  event: OsdiEvent,
  people: People,
  resourceOf: (site: Site, person: Person) => Resource,
): Resource {
  const creator = people.get(event.creator)
  const organizer = people.get(event.organizer)
  const url = event.origin === 'interface' ? browserUrl(site, event) : undefined
  return {
    ...serialize(eventVocabulary, event, site, { browser_url: url }),
    _links: eventLinks(site, event),
    _embedded: {
      ...(creator && { 'osdi:creator': resourceOf(site, creator) }),
      ...(organizer && { 'osdi:organizer': resourceOf(site, organizer) }),
    },
  }
}

function eventLinks(site: Site, event: OsdiEvent): { self: Link } & Record<string, Link> {
  return {
    self: link(site, v1, 'events', event.id),
    'osdi:attendance': link(site, v1, 'events', event.id, 'attendance'),
    'osdi:creator': link(site, v1, 'people', event.creator),
    'osdi:organizer': link(site, v1, 'people', event.organizer),
    ...(event.event_campaign_id && {
      [native(site, 'event_campaign')]: link(site, v1, 'event_campaigns', event.event_campaign_id),
    }),
    [native(site, 'embed')]: link(site, v1, 'events', event.id, 'embed'),
    ...(event.start_date && {
      [native(site, 'calendar')]: link(site, v1, 'events', event.id, 'calendar.ics'),
    }),
  }
}
