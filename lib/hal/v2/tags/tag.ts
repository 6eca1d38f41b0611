import type { Body } from '../../../domain/fields/body-field.js'
import { tagFields } from '../../../domain/tags/tag-fields.js'
import { ownNames } from '../../../domain/fields/vocabulary.js'
import type { Site } from '../../../domain/site.js'
import type { Tag } from '../../../domain/tags/tag.js'
import { readDraft } from '../../../input/read-body.js'
import { resourceOf, documentOf, pagesOf } from '../../document.js'
import { v2 } from '../version.js'

export const tagVocabulary = ownNames(tagFields)

/** @throws OsdiError invalid, naming every fault */
export const readNewTag = (site: Site, body: Body) => readDraft(tagVocabulary, body, site)

const tag = /* @__PURE__ */ documentOf(v2, {
  vocabulary: tagVocabulary,
  links: ({ id }: Tag) => ({ self: `tags/${id}`, 'osdi:taggings': `tags/${id}/taggings` }),
})

export const tagResource = /* @__PURE__ */ resourceOf(tag)
export const tagCollection = /* @__PURE__ */ pagesOf(v2, { at: 'tags', rel: 'osdi:tags' }, tag)
