import { count, string } from '../../domain/fields/json-schema.js'
import { native, type Site } from '../../domain/site.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'

const entryPoint = (site: Site): DocumentSchema => ({
  name: 'EntryPoint',
  description: 'Where a client starts: links to every collection',
  fields: {
    motd: string('A welcome'),
    max_page_size: count('The largest `per_page`', 1),
    vendor_name: string('Who made this service'),
    product_name: string('What it is'),
    osdi_version: string('The version of OSDI that it follows'),
    namespace: string('The prefix of fields, relations and identifiers that are not of OSDI'),
  },
  links: {
    self: leadsTo('This entry point', 'v2/get-entry-point'),
    'osdi:events': leadsTo('The events of your key', 'v2/list-events'),
    [native(site, 'calendar')]: leadsTo(
      'The events of your key around today as iCalendar',
      'v2/get-calendar',
    ),
    'osdi:people': leadsTo('The people of your key', 'v2/list-people'),
    'osdi:person_signup_helper': leadsTo('Adds or changes a person', 'v2/create-person'),
    'osdi:lists': leadsTo('The email lists of your key', 'v2/list-lists'),
    [native(site, 'event_campaigns')]: leadsTo('The event campaigns of your key', 'v2/list-event-campaigns'),
    'osdi:tags': leadsTo('The tags of your key', 'v2/list-tags'),
    [native(site, 'targeting')]: leadsTo(
      'The events of your key whose people can be looked for',
      'v2/list-actions',
    ),
  },
})

export const entryPointOperations = (site: Site): Operations => ({
  'v2/get-entry-point': {
    tag: 'Entry point',
    summary: 'Links to every collection',
    answer: entryPoint(site),
  },
})
