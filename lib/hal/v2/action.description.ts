import { collectionOf } from '../collection.description.js'
import { native } from '../links.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, count, leadsTo, string } from '../schema.js'
import * as shared from '../shared.description.js'
import { eventFilters } from './filters.js'

const action = (): DocumentSchema => ({
  name: 'Action',
  description: 'An event as something whose people can be looked for',
  fields: {
    identifiers: shared.identifiers,
    label: string('What to call it in a choice: its title and where it is from'),
    title: string('The public title of the event'),
    origin_system: shared.originSystem,
    created_date: shared.createdDate,
    total_accepted: count('Number of its attendances'),
  },
  links: {
    self: leadsTo('The event', 'v2/get-event'),
    'osdi:attendances': leadsTo('Who attends: the attendances of the event', 'v2/list-attendances'),
  },
})

function actions(): DocumentSchema {
  const description = 'Events that can be selected, newest first'
  const page = collectionOf(action(), native('actions'), description, 'v2/list-actions')
  const queries = leadsTo('Saved queries, which find the people', 'v2/list-targeting-queries')
  return { ...page, links: { ...page.links, [native('queries')]: queries } }
}

export const targetingOperations = (): Operations => ({
  'v2/list-actions': {
    tag: 'Targeting',
    summary: 'Lists the events of your key whose people can be looked for',
    answer: actions(),
    filters: eventFilters(),
  },
})
