import type { Site } from '../../runtime/site.js'
import { collectionOf } from '../../hal/collection.description.js'
import type { Operations } from '../../hal/descriptions/operation.js'
import { type DocumentSchema, describeDocument } from '../../hal/descriptions/schema.js'
import { itemVocabulary, listVocabulary } from './email-list.v2.js'
import { v2 } from '../../hal/v2/version.js'

function list(site: Site): DocumentSchema {
  const lists = { version: v2, vocabulary: listVocabulary, site }
  const description = 'People who may be written to: all of a group, or those of one organizer’s events'
  return describeDocument(lists, 'EmailList', description, {
    self: ['This list', 'get-list'],
    'osdi:items': ['The items of the list', 'list-list-items'],
  })
}

const item = (site: Site): DocumentSchema =>
  describeDocument(
    { version: v2, vocabulary: itemVocabulary, site },
    'EmailListItem',
    'An item of a list: a person on it',
    {
      self: ['This item', 'get-list-item'],
      'osdi:list': ['The list', 'get-list'],
      'osdi:person': ['The person on the list', 'get-person'],
    },
  )

export const listOperations = (site: Site): Operations => ({
  'v2/list-lists': {
    tag: 'Email lists',
    summary: 'Lists the email lists of your key',
    answer: collectionOf(list(site), 'osdi:lists', 'Email lists, your own first', 'v2/list-lists'),
  },
  'v2/get-list': { tag: 'Email lists', summary: 'Reads an email list', answer: list(site) },
  'v2/list-list-items': {
    tag: 'Email lists',
    summary: 'Lists the people on an email list',
    answer: collectionOf(item(site), 'osdi:items', 'People on a list, newest first', 'v2/list-list-items'),
  },
  'v2/get-list-item': { tag: 'Email lists', summary: 'Reads an item of an email list', answer: item(site) },
})
