import { type Property, string } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import type { EntryRelation } from './entry-point.js'
import { descriptionOperation, type Operations } from '../../hal/descriptions/operation.js'
import { type Links, describeLinks } from '../../hal/descriptions/schema.js'
import type { ApiVersion } from '../../hal/version.js'

const LINKS: Record<EntryRelation, Links[string]> = {
  'osdi:events': ['The events of your key', 'list-events'],
  ':calendar': ['The events of your key around today as iCalendar', 'get-calendar'],
  'osdi:people': ['The people of your key', 'list-people'],
  'osdi:person_signup_helper': ['Adds or changes a person', 'create-person'],
  'osdi:lists': ['The email lists of your key', 'list-lists'],
  ':event_campaigns': ['The event campaigns of your key', 'list-event-campaigns'],
  'osdi:tags': ['The tags of your key', 'list-tags'],
  ':webhooks': ['The webhooks of your key', 'list-webhooks', 'create-webhook'],
  ':metadata': ['Information about the data of your key', 'get-metadata'],
  ':targeting': ['The events of your key whose people can be found', 'list-actions'],
}

/** Describes a version's entry point and document. @param fields besides the welcome @param missing relations */
export function entryPointOperations(
  version: ApiVersion,
  site: Site,
  fields: Record<string, Property>,
  missing: EntryRelation[],
): Operations {
  const at = version.name
  const links = Object.fromEntries(
    Object.entries(LINKS).filter(([rel]) => !missing.includes(rel as EntryRelation)),
  )
  return {
    [`${at}/get-entry-point`]: {
      tag: 'Entry point',
      summary: 'Links to every collection',
      answer: {
        name: 'EntryPoint',
        description: 'The entry point of clients: links to every collection',
        fields: { motd: string('A welcome'), ...fields },
        links: describeLinks({ version, site }, { self: ['This entry point', 'get-entry-point'], ...links }),
      },
    },
    [`${at}/get-openapi`]: descriptionOperation,
  }
}
