import { dateTime, listOf, object, string } from '../../fields/json-schema.js'
import type { Site } from '../../runtime/site.js'
import { relation } from '../../hal/links.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { describeLinks } from '../../hal/descriptions/schema.js'
import { v2 } from '../../hal/v2/version.js'

const customField = object('A custom field', {
  name: string('Its name, as `custom_fields` of people have it'),
  created_date: dateTime('When a person first had it, in UTC'),
  modified_date: dateTime('The same: names do not change'),
})

export const metadataOperations = (site: Site): Operations => ({
  'v2/get-metadata': {
    tag: 'Entry point',
    summary: 'Links to information about your data',
    answer: {
      name: 'Metadata',
      description: 'Information about the data of your key',
      fields: { name: string('The name of this service') },
      links: describeLinks(
        { version: v2, site },
        {
          self: ['This document', 'get-metadata'],
          ':custom_fields': ['The names of custom fields', 'list-custom-fields'],
        },
      ),
    },
  },
  'v2/list-custom-fields': {
    tag: 'People',
    summary: 'Lists the names of custom fields that your people have or had; the first thousand',
    answer: {
      name: 'CustomFields',
      description: 'The custom fields of the people of your key, by their names',
      fields: {
        origin_system: string('The name of this service'),
        name: string('The name of this document'),
        description: string('The description of this document'),
        [relation(site, ':custom_fields')]: listOf(customField, 'The fields'),
      },
      links: describeLinks({ version: v2, site }, { self: ['This document', 'list-custom-fields'] }),
    },
  },
})
