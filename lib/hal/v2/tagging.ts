import type { Page } from '../../domain/page.js'
import type { Tagging } from '../../domain/tag.js'
import { collection } from '../collection.js'
import { type Body, readNew } from '../fields.js'
import { alone, link, linkedPerson, native } from '../links.js'
import type { Resource } from '../resource.js'
import { utc } from '../time.js'
import { v2 } from './version.js'

/** Reads whom a body tags. All else of a tagging is read-only. */
export const readNewTagging = (body: Body) => ({
  person: linkedPerson(body, 'osdi:person'),
  ignored: readNew({}, body).ignored,
})

/** A tagging on its own, with curies. */
export const taggingResource = (tagging: Tagging): Resource => alone(embeddedTagging(tagging))

const embeddedTagging = ({ id, tag, person, created_date, modified_date }: Tagging): Resource => ({
  identifiers: [native(id)],
  item_type: 'osdi:person',
  created_date: utc(created_date),
  modified_date: utc(modified_date),
  _links: {
    self: link(v2, 'tags', tag, 'taggings', id),
    'osdi:tag': link(v2, 'tags', tag),
    'osdi:person': link(v2, 'people', person),
  },
})

/** A page of the taggings of a tag. */
export const taggingCollection = (page: Page<Tagging>, query: string, tag: string): Resource =>
  collection({
    page,
    self: link(v2, 'tags', tag, 'taggings'),
    rel: 'osdi:taggings',
    query,
    resource: embeddedTagging,
  })
