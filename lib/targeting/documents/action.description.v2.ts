import { native, type Site } from '../../runtime/site.js'
import { collectionOf } from '../../hal/collection.description.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, describeDocument, describeLinks } from '../../hal/descriptions/schema.js'
import { actionVocabulary } from './action.v2.js'
import { eventFilters } from '../../events/documents/event.v2.js'
import { v2 } from '../../hal/v2/version.js'

function actions(site: Site): DocumentSchema {
  const described = { version: v2, vocabulary: actionVocabulary, site }
  const action = describeDocument(described, 'Action', 'An event whose people can be found', {
    self: ['The event', 'get-event'],
    'osdi:attendances': ['The attendances of the event', 'list-attendances'],
  })
  const description = 'Events that can be selected, most recently selectable first'
  const page = collectionOf(action, native(site, 'actions'), description, 'v2/list-actions')
  const queries = describeLinks(described, {
    ':queries': ['Saved queries, which find the people', 'list-targeting-queries'],
  })
  return { ...page, links: { ...page.links, ...queries } }
}

export const targetingOperations = (site: Site): Operations => ({
  'v2/list-actions': {
    tag: 'Targeting',
    summary: 'Lists the events of your key whose people can be found',
    answer: actions(site),
    filters: eventFilters(site),
  },
})
