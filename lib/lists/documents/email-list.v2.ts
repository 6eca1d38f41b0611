import { type EmailList, type ListItem, itemFields, listFields } from '../email-list.js'
import { ownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

export const listVocabulary = /* @__PURE__ */ ownNames(listFields)
export const itemVocabulary = /* @__PURE__ */ ownNames(itemFields)

const list = /* @__PURE__ */ documentOf(v2, {
  vocabulary: listVocabulary,
  links: ({ id }: EmailList) => ({ self: `lists/${id}`, 'osdi:items': `lists/${id}/items` }),
})

export const listResource = /* @__PURE__ */ resourceOf(list)
export const listCollection = /* @__PURE__ */ pagesOf(v2, { at: 'lists', rel: 'osdi:lists' }, list)

const itemById = /* @__PURE__ */ documentOf(v2, {
  vocabulary: itemVocabulary,
  links: ({ id, list }: ListItem & { id: string }) => ({
    self: `lists/${list}/items/${id}`,
    'osdi:list': `lists/${list}`,
    'osdi:person': `people/${id}`,
  }),
})

/** A person's place on a list. Its id is the person's. */
const item = (site: Site, each: ListItem) => itemById(site, { ...each, id: each.person })

export const itemResource = /* @__PURE__ */ resourceOf(item)
export const itemCollection = /* @__PURE__ */ pagesOf(v2, { at: 'items', rel: 'osdi:items' }, item)
