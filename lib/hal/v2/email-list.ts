import type { EmailList, ListItem } from '../../domain/email-list.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { alone, link, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { v2 } from './version.js'

/** An email list on its own, with curies. */
export const listResource = (list: EmailList): Resource => alone(embeddedList(list))

const embeddedList = (list: EmailList): Resource => ({
  identifiers: [native(list.id)],
  origin_system: 'Turnout',
  created_date: utc(list.created_date),
  title: list.title,
  total_items: list.total_items,
  _links: { self: link(v2, 'lists', list.id), 'osdi:items': link(v2, 'lists', list.id, 'items') },
})

/** A page of email lists. */
export const listCollection = (page: Page<EmailList>, query: string): Resource =>
  collection({ page, self: link(v2, 'lists'), rel: 'osdi:lists', query, resource: embeddedList })

/** That a person is on a list, on its own, with curies. */
export const itemResource = (item: ListItem): Resource => alone(embeddedItem(item))

const embeddedItem = ({ list, person, created_date }: ListItem): Resource => ({
  identifiers: [native(person)],
  created_date: utc(created_date),
  item_type: 'osdi:person',
  _links: {
    self: link(v2, 'lists', list, 'items', person),
    'osdi:list': link(v2, 'lists', list),
    'osdi:person': link(v2, 'people', person),
  },
})

/** A page of who is on a list. */
export const itemCollection = (page: Page<ListItem>, list: string, query: string): Resource =>
  collection({
    page,
    self: link(v2, 'lists', list, 'items'),
    rel: 'osdi:items',
    query,
    resource: embeddedItem,
  })
