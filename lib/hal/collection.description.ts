import { count, maybe } from '../domain/fields/json-schema.js'
import { MAX_PER_PAGE } from '../domain/page.js'
import { type DocumentSchema, leadsTo, type LinkTo } from './schema.js'

/** A page of a collection, as `collection` makes it; `at` are the endpoints that list it. */
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

/** The links to the members of a page, whose own address is where `self` of a member leads. */
export const membersAt = ({ links }: DocumentSchema): LinkTo => ({
  description: 'The members on this page, in the order of `_embedded`',
  to: links['self']?.to ?? [],
  many: true,
})

/** What every page tells of its collection. */
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
