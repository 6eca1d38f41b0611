import type { CreatorRoles } from '../../access/creator.js'
import type { EventChange, EventDraft, OsdiEvent } from '../event.js'
import type { Body } from '../../fields/field.js'
import { eventFields } from '../event-fields.js'
import { locationFields } from '../../locations/location-fields.js'
import { bodyFields, namedFilters, otherNames, ownNames } from '../../fields/vocabulary.js'
import type { Person } from '../../people/person.js'
import type { Site } from '../../runtime/site.js'
import { readChangeOf, readDraft } from '../../fields/read-body.js'
import { lastingUrl } from './browser-url.js'
import { resourceOf, documentOf, pagesOf, type Resource } from '../../hal/document.js'
import { eventPages, eventPaths, type People } from './event.js'
import { linkedPerson } from '../../hal/links.js'
import { dated, eventNames, sponsorNames } from '../../hal/v1/names.js'
import { embeddedPerson, personResource } from '../../people/documents/person.v1.js'
import { v1 } from '../../hal/v1/version.js'

/** The names of an event's fields in version 1; fields that came with version 2 have no name. */
export const eventVocabulary = otherNames(eventFields, {
  identifiers: 'identifiers',
  origin_system: eventNames.origin_system,
  ...dated,
  title: eventNames.title,
  description: 'description',
  instructions: ':event_instructions',
  browser_url: {
    as: 'url',
    meaning: 'A page about it; of events of the organizer’s own interface only',
    isShownOnly: true,
  },
  start_date: eventNames.start_date,
  location: {
    as: 'location',
    body: { fields: bodyFields(ownNames(locationFields, { postal_code: { required: true } })) },
  },
  language: ':language',
  attendance_mode: ':attendance_mode',
  review: ':review',
  address_shown: ':address_shown',
  contact: ':contact',
  kind: ':kind',
  accessibility: ':accessibility',
  total_accepted: 'total_accepted',
  totals: ':totals',
  waitlist: ':waitlist',
  approval: ':approval',
  max_guests: ':max_guests',
  consent_text: ':consent_text',
  emails: ':emails',
  rsvps_open: ':rsvps_open',
  rsvps_close: ':rsvps_close',
  list_to: ':list_to',
  event_campaign_id: ':event_campaign_id',
  questions: ':questions',
  series: ':series',
  status: 'status',
  transparence: 'transparence',
  visibility: 'visibility',
  guests_can_invite_others: eventNames.guests_can_invite_others,
  reminders: 'reminders',
  sponsor: { as: 'sponsor', isOurs: true, inner: sponsorNames },
})

export const eventFilters = (site: Site) => namedFilters<OsdiEvent>(eventVocabulary, site)

/** Roles that may be designated as creator with a group's key (version 1, endpoint rule 3): all of them. */
export const creatorRoles: CreatorRoles = ['creator', 'administrator', 'organizer', 'member']

/** @throws OsdiError invalid, naming every fault */
export function readNewEvent(site: Site, body: Body) {
  const { draft: read, ignored } = readDraft(eventVocabulary, body, site)
  const draft: EventDraft = { ...read, ...geocodedCountry(read) }
  return { draft, designated: linkedPerson(site, body, 'osdi:creator'), ignored }
}

export function readEventChange(site: Site, body: Body) {
  const { change: read, ignored } = readChangeOf(eventVocabulary, body, site)
  const change: EventChange = { ...read, ...geocodedCountry(read) }
  return { change, ignored }
}

/** Here geocoding decides on the country; in version 2, the caller does ("Event", location). */
const geocodedCountry = <Location extends object>({ location }: { location?: Location | null }) =>
  location && { location: { ...location, country_from_postal_code: true } }

const event = /* @__PURE__ */ documentOf(v1, {
  vocabulary: eventVocabulary,
  links: (event: OsdiEvent) => eventPaths(v1, event),
  computed: (event, site) => ({
    browser_url: event.origin === 'interface' ? lastingUrl(site, event) : undefined,
  }),
})

/** Makes the serializer of an event that embeds its creator and organizer. */
function eventWith(personOf: (site: Site, person: Person) => Resource) {
  return (site: Site, each: OsdiEvent, people: People): Resource => {
    const creator = people.get(each.creator)
    const organizer = people.get(each.organizer)
    return {
      ...event(site, each),
      _embedded: {
        ...(creator && { 'osdi:creator': personOf(site, creator) }),
        ...(organizer && { 'osdi:organizer': personOf(site, organizer) }),
      },
    }
  }
}

/** In a response with one event, the embedded people have curies too. */
export const eventResource = /* @__PURE__ */ resourceOf(/* @__PURE__ */ eventWith(personResource))
export const eventCollection = /* @__PURE__ */ pagesOf(v1, eventPages, /* @__PURE__ */ eventWith(embeddedPerson))
