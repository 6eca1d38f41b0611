import { type Property, string } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import { entryLinks } from './entry-point.js'
import { descriptionOperation, type Operations } from '../../hal/descriptions/operation.js'
import { type Links, describeLinks } from '../../hal/descriptions/schema.js'
import type { ApiVersion } from '../../hal/version.js'

/** Describes a version's entry point and document. @param fields besides the welcome @param missing relations */
export function entryPointOperations(
  version: ApiVersion,
  site: Site,
  fields: Record<string, Property>,
  missing: string[],
): Operations {
  const at = version.name
  const links = Object.fromEntries(
    entryLinks(missing).map(([rel, { what, endpoints }]) => [rel, [what, ...endpoints]] as const),
  ) satisfies Links
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
