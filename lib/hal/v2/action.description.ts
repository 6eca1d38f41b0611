import { properties } from '../../domain/fields/vocabulary.js'
import { native, type Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { actionVocabulary } from './action.js'
import { eventFilters } from './event.js'

const action = (site: Site): DocumentSchema => ({
  name: 'Action',
  description: 'An event as something whose people can be looked for',
  fields: properties(actionVocabulary, site),
  links: {
    self: leadsTo('The event', 'v2/get-event'),
    'osdi:attendances': leadsTo('Who attends: the attendances of the event', 'v2/list-attendances'),
  },
})

function actions(site: Site): DocumentSchema {
  const description = 'Events that can be selected, newest first'
  const page = collectionOf(action(site), native(site, 'actions'), description, 'v2/list-actions')
  const queries = leadsTo('Saved queries, which find the people', 'v2/list-targeting-queries')
  return { ...page, links: { ...page.links, [native(site, 'queries')]: queries } }
}

export const targetingOperations = (site: Site): Operations => ({
  'v2/list-actions': {
    tag: 'Targeting',
    summary: 'Lists the events of your key whose people can be looked for',
    answer: actions(site),
    filters: eventFilters(site),
  },
})
