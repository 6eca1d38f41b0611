import type { EmailList, ListItem } from '../../domain/email-list.js'
import type { Page } from '../../domain/page.js'
import { collection } from '../collection.js'
import { itemFields, listFields } from '../../domain/fields/email-list.js'
import { ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Site } from '../../domain/site.js'
import { link, withCuries } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

export const listVocabulary = ownNames(listFields)
export const itemVocabulary = ownNames(itemFields)

/** An email list on its own, with curies. */
export const listResource = (site: Site, list: EmailList): Resource =>
  withCuries(site, embeddedList(site, list))

const embeddedList = (site: Site, list: EmailList): Resource => ({
  ...serialize(listVocabulary, list, site, { identifiers: [] }),
  _links: { self: link(site, v2, 'lists', list.id), 'osdi:items': link(site, v2, 'lists', list.id, 'items') },
})

/** A page of email lists. */
export const listCollection = (site: Site, page: Page<EmailList>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'lists'),
    rel: 'osdi:lists',
    query,
    resource: (list) => embeddedList(site, list),
  })

/** That a person is on a list, on its own, with curies. */
export const itemResource = (site: Site, item: ListItem): Resource =>
  withCuries(site, embeddedItem(site, item))

const embeddedItem = (site: Site, { list, person, ...item }: ListItem): Resource => ({
  ...serialize(itemVocabulary, { ...item, id: person }, site, { identifiers: [] }),
  _links: {
    self: link(site, v2, 'lists', list, 'items', person),
    'osdi:list': link(site, v2, 'lists', list),
    'osdi:person': link(site, v2, 'people', person),
  },
})

/** A page of who is on a list. */
export const itemCollection = (site: Site, page: Page<ListItem>, list: string, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'lists', list, 'items'),
    rel: 'osdi:items',
    query,
    resource: (item) => embeddedItem(site, item),
  })
