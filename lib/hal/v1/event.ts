import type { CreatorRoles } from '../../domain/creator.js'
import type { EventChange, EventDraft, OsdiEvent } from '../../domain/event.js'
import { MAX_IDENTIFIERS_PER_REQUEST } from '../../domain/identifier.js'
import type { Page } from '../../domain/page.js'
import type { Person } from '../../domain/person.js'
import { browserUrl } from '../browser-url.js'
import { collection } from '../collection.js'
import { type Body, type Fields, type Reading, readChange, readNew } from '../fields.js'
import { alone, link, linkedPerson, native } from '../links.js'
import { locationFields } from '../location.js'
import type { Link, Resource } from '../resource.js'
import { utc, wallClock } from '../time.js'
import { defaultOriginSystem, identifier, moment, text } from '../values.js'
import { embeddedPerson, personResource } from './person.js'
import { v1 } from './version.js'

/** The fields of an event that a body may hold (version 1, "Event"), and what version 2 calls them. */
export const eventFields = (): Fields => ({
  identifiers: { each: identifier, most: MAX_IDENTIFIERS_PER_REQUEST },
  originating_system: { value: text, as: 'origin_system', required: true, otherwise: defaultOriginSystem },
  summary: { value: text, as: 'title', required: true },
  description: { value: text },
  [native('event_instructions')]: { value: text, as: 'instructions' },
  start: { value: moment, as: 'start_date' },
  location: { fields: { ...locationFields, postal_code: { value: text, required: true } } },
})

/** Who may be designated as creator with a group's key (version 1, endpoint rule 3): whoever belongs to it. */
export const creatorRoles: CreatorRoles = ['creator', 'administrator', 'organizer', 'member']

/** @throws OsdiError invalid, naming every fault */
export function readNewEvent(body: Body) {
  const { values, ignored } = readNew(eventFields(), body)
  return {
    draft: withCountryGeocoded(values) as unknown as EventDraft,
    designated: linkedPerson(body, 'osdi:creator'),
    ignored,
  }
}

export function readEventChange(body: Body) {
  const { values, ignored } = readChange(eventFields(), body)
  return { change: withCountryGeocoded(values) as EventChange, ignored }
}

/** Here geocoding decides on the country; in version 2, the caller does ("Event", location). */
const withCountryGeocoded = ({ location, ...values }: Reading['values']) => ({
  ...values,
  ...(location !== undefined && {
    location: location && { ...location, country_from_postal_code: true },
  }),
})

/** People by their ids; whoever is not among them is linked but not embedded. */
type People = ReadonlyMap<string, Person>

/** The people that a page of events embeds. */
export const peopleOf = (events: OsdiEvent[]) =>
  events.flatMap(({ creator, organizer }) => [creator, organizer])

/** An event on its own, with curies, also on the people in it. */
export const eventResource = (event: OsdiEvent, people: People): Resource =>
  alone(embedded(event, people, personResource))

/** A page of events; `self` is where the collection lives. */
export const eventCollection = (
  page: Page<OsdiEvent>,
  people: People,
  query: string,
  ...path: string[]
): Resource =>
  collection({
    page,
    self: link(v1, ...path),
    rel: 'osdi:events',
    query,
    links: { [native('calendar')]: link(v1, ...path.slice(0, -1), 'calendar.ics') },
    resource: (event) => embedded(event, people, embeddedPerson),
  })

/** An event in the order of the specification's tables, with creator and organizer as full persons. */
function embedded(event: OsdiEvent, people: People, resourceOf: (person: Person) => Resource): Resource {
  const creator = people.get(event.creator)
  const organizer = people.get(event.organizer)
  const url = browserUrl(event)
  return {
    identifiers: [native(event.id), ...event.identifiers],
    originating_system: event.origin_system,
    created_at: utc(event.created_date),
    modified_at: utc(event.modified_date),
    summary: event.title,
    ...(event.description && { description: event.description }),
    ...(event.instructions && { [native('event_instructions')]: event.instructions }),
    ...(event.origin === 'interface' && url && { url }),
    ...(event.start_date && { start: wallClock(event.start_date) }),
    location: event.location,
    total_accepted: event.total_accepted,
    ...(event.event_campaign_id && { [native('event_campaign_id')]: event.event_campaign_id }),
    status: 'confirmed',
    transparence: 'opaque',
    visibility: 'public',
    guestsCanInviteOthers: true,
    reminders: [{ method: 'email', minutes: 1440 }],
    ...(event.sponsor && { [native('sponsor')]: sponsor(event.sponsor) }),
    _links: eventLinks(event),
    _embedded: {
      ...(creator && { 'osdi:creator': resourceOf(creator) }),
      ...(organizer && { 'osdi:organizer': resourceOf(organizer) }),
    },
  }
}

const sponsor = ({ title, browser_url }: NonNullable<OsdiEvent['sponsor']>) => ({
  summary: title,
  ...(browser_url && { url: browser_url }),
})

function eventLinks(event: OsdiEvent): { self: Link } & Record<string, Link> {
  return {
    self: link(v1, 'events', event.id),
    'osdi:attendance': link(v1, 'events', event.id, 'attendance'),
    'osdi:creator': link(v1, 'people', event.creator),
    'osdi:organizer': link(v1, 'people', event.organizer),
    ...(event.event_campaign_id && {
      [native('event_campaign')]: link(v1, 'event_campaigns', event.event_campaign_id),
    }),
    [native('embed')]: link(v1, 'events', event.id, 'embed'),
    ...(event.start_date && { [native('calendar')]: link(v1, 'events', event.id, 'calendar.ics') }),
  }
}
