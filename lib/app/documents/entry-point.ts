import type { Site } from '../../runtime/site.js'
import { curies, link, relation } from '../../hal/links.js'
import { type RoomLink, linksOfRooms } from '../../hal/links-of-rooms.js'
import type { Resource } from '../../hal/document.js'
import type { ApiVersion } from '../../hal/version.js'

/** The relations of OSDI are those that released clients know: `osdi-client` ends at any other. */
const LINKS: Record<string, RoomLink> = {
  'osdi:events': { at: 'events', what: 'The events of your API key', endpoints: ['list-events'] },
  ':attendances': {
    at: 'attendances',
    what: 'The attendances at all events of your API key, newest change first',
    endpoints: ['list-all-attendances'],
  },
  'osdi:people': { at: 'people', what: 'The people of your API key', endpoints: ['list-people'] },
  'osdi:person_signup_helper': {
    at: 'people',
    what: 'Adds or updates a person',
    endpoints: ['create-person'],
  },
  'osdi:lists': { at: 'lists', what: 'The email lists of your API key', endpoints: ['list-lists'] },
  ':event_campaigns': {
    at: 'event_campaigns',
    what: 'The event campaigns of your API key',
    endpoints: ['list-event-campaigns'],
  },
  'osdi:tags': { at: 'tags', what: 'The tags of your API key', endpoints: ['list-tags'] },
  ':targeting': {
    at: 'targeting/actions',
    what: 'The events of your API key whose people can be found',
    endpoints: ['list-actions'],
  },
  ':metadata': {
    at: 'metadata',
    what: 'Information about the data of your API key',
    endpoints: ['get-metadata'],
  },
}

/** Returns the links of an entry point, by relation. @param missing relations that the version does not have */
export const entryLinks = (missing: string[]): [rel: string, link: RoomLink][] =>
  [...Object.entries(LINKS), ...linksOfRooms('entry point')].filter(([rel]) => !missing.includes(rel))

export const entryPointLinks = (site: Site, version: ApiVersion, missing: string[]): Resource['_links'] => ({
  self: { ...link(site, version), title: 'This entry point' },
  ...Object.fromEntries(
    entryLinks(missing).map(([rel, { at, what }]) => [
      relation(site, rel),
      { ...link(site, version, at), title: what },
    ]),
  ),
  curies: curies(site),
})
