import type { Body } from '../../domain/fields/body-field.js'
import { tagFields } from '../../domain/fields/tag.js'
import { ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import type { Site } from '../../domain/site.js'
import type { Tag } from '../../domain/tag.js'
import { readDraft } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { link, withCuries } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

export const tagVocabulary = ownNames(tagFields)

/** @throws OsdiError invalid, naming every fault */
export function readNewTag(site: Site, body: Body) {
  const { values, ignored } = readDraft(tagVocabulary, body, site)
  return { draft: values, ignored }
}

/** A tag on its own, with curies. */
export const tagResource = (site: Site, tag: Tag): Resource => withCuries(site, embeddedTag(site, tag))

const embeddedTag = (site: Site, tag: Tag): Resource => ({
  ...serialize(tagVocabulary, tag, site, { identifiers: [] }),
  _links: {
    self: link(site, v2, 'tags', tag.id),
    'osdi:taggings': link(site, v2, 'tags', tag.id, 'taggings'),
  },
})

/** A page of tags. */
export const tagCollection = (site: Site, page: Page<Tag>, query: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'tags'),
    rel: 'osdi:tags',
    query,
    resource: (tag) => embeddedTag(site, tag),
  })
