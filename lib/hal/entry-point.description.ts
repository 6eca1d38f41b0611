import { type Property, string } from '../domain/fields/json-schema.js'
import type { Site } from '../domain/site.js'
import type { EntryRelation } from './entry-point.js'
import { relation } from './links.js'
import { descriptionOperation, type Operations } from './operation.js'
import { leadsTo } from './schema.js'
import type { ApiVersion } from './version.js'

const LINKS: Record<EntryRelation, [endpoint: string, description: string]> = {
  'osdi:events': ['list-events', 'The events of your key'],
  ':calendar': ['get-calendar', 'The events of your key around today as iCalendar'],
  'osdi:people': ['list-people', 'The people of your key'],
  'osdi:person_signup_helper': ['create-person', 'Adds or changes a person'],
  'osdi:lists': ['list-lists', 'The email lists of your key'],
  ':event_campaigns': ['list-event-campaigns', 'The event campaigns of your key'],
  'osdi:tags': ['list-tags', 'The tags of your key'],
  ':targeting': ['list-actions', 'The events of your key whose people can be looked for'],
}

/** Describes a version's entry point and document. @param fields besides the welcome @param missing relations */
export const entryPointOperations = (
  { name: at }: ApiVersion,
  site: Site,
  fields: Record<string, Property>,
  missing: EntryRelation[],
): Operations => ({
  [`${at}/get-entry-point`]: {
    tag: 'Entry point',
    summary: 'Links to every collection',
    answer: {
      name: 'EntryPoint',
      description: 'Where a client starts: links to every collection',
      fields: { motd: string('A welcome'), ...fields },
      links: {
        self: leadsTo('This entry point', `${at}/get-entry-point`),
        ...Object.fromEntries(
          (Object.keys(LINKS) as EntryRelation[])
            .filter((rel) => !missing.includes(rel))
            .map((rel) => {
              const [endpoint, description] = LINKS[rel]
              return [relation(site, rel), leadsTo(description, `${at}/${endpoint}`)]
            }),
        ),
      },
    },
  },
  [`${at}/get-openapi`]: descriptionOperation,
})
