import type { Site } from '../../runtime/site.js'
import { curies, link, relation } from '../../hal/links.js'
import type { Link, Resource } from '../../hal/resource.js'
import type { ApiVersion } from '../../hal/version.js'

/** Paths and titles by relation. */
const LINKS = {
  'osdi:events': ['events', 'The events of your API key'],
  ':calendar': ['calendar.ics', 'The events of your API key around today, as iCalendar'],
  'osdi:people': ['people', 'The people of your API key'],
  'osdi:person_signup_helper': ['people', 'Adds or updates a person'],
  'osdi:lists': ['lists', 'The email lists of your API key'],
  ':event_campaigns': ['event_campaigns', 'The event campaigns of your API key'],
  'osdi:tags': ['tags', 'The tags of your API key'],
  ':webhooks': ['webhooks', 'The webhooks of your API key'],
  ':targeting': ['targeting/actions', 'The events of your API key whose people can be found'],
  ':metadata': ['metadata', 'Information about the data of your API key'],
} satisfies Record<string, [path: string, title: string]>

/** Relations of entry points. */
export type EntryRelation = keyof typeof LINKS

/** Returns the links of an entry point. @param missing relations that the version does not have */
export const entryPointLinks = (
  site: Site,
  version: ApiVersion,
  missing: EntryRelation[],
): Resource['_links'] => ({
  self: { ...link(site, version), title: 'This entry point' },
  ...Object.fromEntries(
    (Object.keys(LINKS) as EntryRelation[])
      .filter((rel) => !missing.includes(rel))
      .map((rel): [string, Link] => {
        const [path, title] = LINKS[rel]
        return [relation(site, rel), { ...link(site, version, path), title }]
      }),
  ),
  curies: curies(site),
})
