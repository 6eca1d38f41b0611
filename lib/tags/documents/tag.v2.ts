import type { Body } from '../../fields/field.js'
import { tagFields } from '../tag-fields.js'
import { ownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import type { Tag } from '../tag.js'
import { readDraft } from '../../fields/read-body.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { v2 } from '../../hal/v2/version.js'

export const tagVocabulary = ownNames(tagFields)

/** @throws OsdiError invalid, naming every fault */
export const readNewTag = (site: Site, body: Body) => readDraft(tagVocabulary, body, site)

const tag = /* @__PURE__ */ documentOf(v2, {
  vocabulary: tagVocabulary,
  links: ({ id }: Tag) => ({ self: `tags/${id}`, 'osdi:taggings': `tags/${id}/taggings` }),
})

export const tagResource = /* @__PURE__ */ resourceOf(tag)
export const tagCollection = /* @__PURE__ */ pagesOf(v2, { at: 'tags', rel: 'osdi:tags' }, tag)
