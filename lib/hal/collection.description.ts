import { count, maybe } from '../fields/json-schema.js'
import { MAX_PER_PAGE } from '../fields/page.js'
import { type DocumentSchema, leadsTo, type LinkTo } from './descriptions/schema.js'

/** Describes a page that `collection` serializes. @param at the endpoints that list the collection */
export const collectionOf = (
  member: DocumentSchema,
  rel: string,
  description: string,
  ...at: string[]
): DocumentSchema => ({
  name: `${member.name}Collection`,
  description,
  isCollection: true,
  fields: pageFields,
  links: { ...pageLinks(...at), [rel]: membersAt(member) },
  embedded: { [rel]: { each: member } },
})

/** Describes the links to the members of a page. They lead to the same endpoints as `self` of a member. */
export const membersAt = ({ links }: DocumentSchema): LinkTo => ({
  description: 'The members on this page, in the order of `_embedded`',
  to: links['self']?.to ?? [],
  many: true,
})

/** Describes a page of a collection that is too large to be counted. @param name of the document */
export function uncounted(name: string, description: string, collection: DocumentSchema): DocumentSchema {
  const { per_page, page } = pageFields
  const { previous: _none, ...links } = collection.links
  return { ...collection, name, description, fields: { per_page, page }, links }
}

/** The fields of every page that is counted. */
export const pageFields = {
  total_pages: count('Number of pages; 0 when there are no records'),
  per_page: { ...count('Records on a full page', 1), maximum: MAX_PER_PAGE },
  page: count('Number of this page, from 1', 1),
  total_records: count('Records on all pages'),
}

export const pageLinks = (...at: string[]) => ({
  self: leadsTo('The collection, from its first page', ...at),
  next: maybe(leadsTo('The next page, if there is one', ...at)),
  previous: maybe(leadsTo('The page before, if there is one', ...at)),
})
