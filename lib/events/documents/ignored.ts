import type { Body } from '../../fields/field.js'
import { linkedPerson } from '../../hal/links.js'
import type { Site } from '../../runtime/site.js'

/** Returns the ignored links of a body: people other than the event's creator and organizer. */
export function ignoredLinks(site: Site, body: Body, event: { creator: string; organizer: string }): string[] {
  const links = body['_links']
  if (typeof links !== 'object' || links === null) return []
  return (['creator', 'organizer'] as const)
    .map((role) => ({ rel: `osdi:${role}`, person: event[role] }))
    .filter(({ rel, person }) => Object.hasOwn(links, rel) && linkedPerson(site, body, rel) !== person)
    .map(({ rel }) => `_links.${rel}`)
}
