import { collectionOf } from '../collection.description.js'
import type { Operations } from '../operation.js'
import { type DocumentSchema, always, count, leadsTo, string } from '../schema.js'
import * as shared from '../shared.description.js'

const list = (): DocumentSchema => ({
  name: 'List',
  description: 'People who may be written to: all of a group, or those of one organiser’s events',
  fields: {
    identifiers: shared.identifiers,
    origin_system: shared.originSystem,
    created_date: shared.createdDate,
    title: string('Whose list it is'),
    total_items: count('Number of people on it'),
  },
  links: {
    self: leadsTo('This list', 'v2/get-list'),
    'osdi:items': leadsTo('Who is on the list', 'v2/list-list-items'),
  },
})

const item = (): DocumentSchema => ({
  name: 'Item',
  description: 'That a person is on a list',
  fields: {
    identifiers: shared.identifiers,
    created_date: shared.createdDate,
    item_type: always('osdi:person', 'What is on the list'),
  },
  links: {
    self: leadsTo('This item', 'v2/get-list-item'),
    'osdi:list': leadsTo('The list', 'v2/get-list'),
    'osdi:person': leadsTo('Who is on it', 'v2/get-person'),
  },
})

export const listOperations = (): Operations => ({
  'v2/list-lists': {
    tag: 'Email lists',
    summary: 'Lists the email lists of your key',
    answer: collectionOf(list(), 'osdi:lists', 'Email lists, the own one first', 'v2/list-lists'),
  },
  'v2/get-list': { tag: 'Email lists', summary: 'Reads an email list', answer: list() },
  'v2/list-list-items': {
    tag: 'Email lists',
    summary: 'Lists who is on an email list',
    answer: collectionOf(item(), 'osdi:items', 'People on a list, newest first', 'v2/list-list-items'),
  },
  'v2/get-list-item': { tag: 'Email lists', summary: 'Reads an item of an email list', answer: item() },
})
