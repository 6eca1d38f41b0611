import { properties } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { collectionOf } from '../collection.description.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, leadsTo } from '../schema.js'
import { itemVocabulary, listVocabulary } from './email-list.js'

const list = (site: Site): DocumentSchema => ({
  name: 'List',
  description: 'People who may be written to: all of a group, or those of one organiser’s events',
  fields: properties(listVocabulary, site),
  links: {
    self: leadsTo('This list', 'v2/get-list'),
    'osdi:items': leadsTo('Who is on the list', 'v2/list-list-items'),
  },
})

const item = (site: Site): DocumentSchema => ({
  name: 'Item',
  description: 'That a person is on a list',
  fields: properties(itemVocabulary, site),
  links: {
    self: leadsTo('This item', 'v2/get-list-item'),
    'osdi:list': leadsTo('The list', 'v2/get-list'),
    'osdi:person': leadsTo('Who is on it', 'v2/get-person'),
  },
})

export const listOperations = (site: Site): Operations => ({
  'v2/list-lists': {
    tag: 'Email lists',
    summary: 'Lists the email lists of your key',
    answer: collectionOf(list(site), 'osdi:lists', 'Email lists, the own one first', 'v2/list-lists'),
  },
  'v2/get-list': { tag: 'Email lists', summary: 'Reads an email list', answer: list(site) },
  'v2/list-list-items': {
    tag: 'Email lists',
    summary: 'Lists who is on an email list',
    answer: collectionOf(item(site), 'osdi:items', 'People on a list, newest first', 'v2/list-list-items'),
  },
  'v2/get-list-item': { tag: 'Email lists', summary: 'Reads an item of an email list', answer: item(site) },
})
