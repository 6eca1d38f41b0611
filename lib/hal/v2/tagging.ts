import type { Body } from '../../domain/fields/body-field.js'
import { taggingFields } from '../../domain/fields/tag.js'
import { ownNames, serialize } from '../../domain/fields/vocabulary.js'
import type { Page } from '../../domain/page.js'
import type { Site } from '../../domain/site.js'
import type { Tagging } from '../../domain/tag.js'
import { readDraft } from '../../input/read-body.js'
import { collection } from '../collection.js'
import { link, linkedPerson, withCuries } from '../links.js'
import type { Resource } from '../resource.js'
import { v2 } from './version.js'

export const taggingVocabulary = ownNames(taggingFields)

/** Reads whom a body tags. All else of a tagging is read-only. */
export const readNewTagging = (site: Site, body: Body) => ({
  person: linkedPerson(site, body, 'osdi:person'),
  ignored: readDraft(taggingVocabulary, body, site).ignored,
})

/** A tagging on its own, with curies. */
export const taggingResource = (site: Site, tagging: Tagging): Resource =>
  withCuries(site, embeddedTagging(site, tagging))

const embeddedTagging = (site: Site, tagging: Tagging): Resource => ({
  ...serialize(taggingVocabulary, tagging, site, { identifiers: [] }),
  _links: {
    self: link(site, v2, 'tags', tagging.tag, 'taggings', tagging.id),
    'osdi:tag': link(site, v2, 'tags', tagging.tag),
    'osdi:person': link(site, v2, 'people', tagging.person),
  },
})

/** A page of the taggings of a tag. */
export const taggingCollection = (site: Site, page: Page<Tagging>, query: string, tag: string): Resource =>
  collection({
    site,
    page,
    self: link(site, v2, 'tags', tag, 'taggings'),
    rel: 'osdi:taggings',
    query,
    resource: (tagging) => embeddedTagging(site, tagging),
  })
