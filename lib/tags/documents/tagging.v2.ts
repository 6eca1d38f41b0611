import type { Body } from '../../fields/field.js'
import { taggingFields } from '../tag-fields.js'
import { ownNames } from '../../fields/vocabulary.js'
import type { Site } from '../../runtime/site.js'
import type { Tagging } from '../tag.js'
import { readDraft } from '../../fields/read-body.js'
import { resourceOf, documentOf, pagesOf } from '../../hal/document.js'
import { linkedPerson } from '../../hal/links.js'
import { v2 } from '../../hal/v2/version.js'

export const taggingVocabulary = ownNames(taggingFields)

/** Reads the person that a body tags. All other fields of a tagging are read-only. */
export const readNewTagging = (site: Site, body: Body) => ({
  person: linkedPerson(site, body, 'osdi:person'),
  ignored: readDraft(taggingVocabulary, body, site).ignored,
})

const tagging = /* @__PURE__ */ documentOf(v2, {
  vocabulary: taggingVocabulary,
  links: ({ id, tag, person }: Tagging) => ({
    self: `tags/${tag}/taggings/${id}`,
    'osdi:tag': `tags/${tag}`,
    'osdi:person': `people/${person}`,
  }),
})

export const taggingResource = /* @__PURE__ */ resourceOf(tagging)
export const taggingCollection = /* @__PURE__ */ pagesOf(v2, { at: 'taggings', rel: 'osdi:taggings' }, tagging)
