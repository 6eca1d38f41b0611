import type { Page } from '../../domain/page.js'
import type { Tag, TagDraft } from '../../domain/tag.js'
import { collection } from '../collection.js'
import { type Body, type Fields, readNew } from '../fields.js'
import { alone, link, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { line, tagName } from '../values.js'
import { v2 } from './version.js'

/** The fields of a tag that a body may hold; the others are read-only. */
export const tagFields: Fields = {
  name: { value: tagName, required: true },
  origin_system: { value: line },
}

/** @throws OsdiError invalid, naming every fault */
export function readNewTag(body: Body) {
  const { values, ignored } = readNew(tagFields, body)
  return { draft: values as unknown as TagDraft, ignored }
}

/** A tag on its own, with curies. */
export const tagResource = (tag: Tag): Resource => alone(embeddedTag(tag))

const embeddedTag = (tag: Tag): Resource => ({
  identifiers: [native(tag.id)],
  name: tag.name,
  origin_system: tag.origin_system,
  created_date: utc(tag.created_date),
  modified_date: utc(tag.modified_date),
  _links: {
    self: link(v2, 'tags', tag.id),
    'osdi:taggings': link(v2, 'tags', tag.id, 'taggings'),
  },
})

/** A page of tags. */
export const tagCollection = (page: Page<Tag>, query: string): Resource =>
  collection({ page, self: link(v2, 'tags'), rel: 'osdi:tags', query, resource: embeddedTag })
