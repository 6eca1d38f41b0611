import type { CustomField } from '../../people/store/custom-field-store.js'
import { type Site } from '../../runtime/site.js'
import { utc } from '../../fields/kinds.js'
import { linksTo, relation, withCuries } from '../../hal/links.js'
import type { Resource } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

const PATH = 'metadata/custom_fields'

/** Serializes what is known about the data of a key: a link to the names of custom fields. */
export const metadata = (site: Site): Resource =>
  withCuries(site, {
    name: 'Turnout',
    _links: linksTo(site, v2, { self: 'metadata', ':custom_fields': PATH }),
  })

/** Serializes the names of custom fields. They are no collection with pages: clients of this family expect a list. */
export const customFields = (site: Site, fields: CustomField[]): Resource =>
  withCuries(site, {
    origin_system: 'Turnout',
    name: 'Custom fields',
    description: 'The names of the custom fields of the people of your API key',
    [relation(site, ':custom_fields')]: fields.map(({ name, created_date }) => ({
      name,
      created_date: utc(created_date),
      modified_date: utc(created_date),
    })),
    _links: linksTo(site, v2, { self: PATH }),
  })
