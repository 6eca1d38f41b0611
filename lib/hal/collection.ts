import { type Page, type UncountedPage, totalPages } from '../fields/page.js'
import type { Site } from '../runtime/site.js'
import { curies } from './links.js'
import type { Link, Resource } from './document.js'

export interface CollectionParts<Member> {
  site: Site
  page: Page<Member> | UncountedPage<Member>
  /** The bare address of the collection. */
  self: Link
  /** Relation of the members, in `_links` and in `_embedded`. */
  rel: string
  /** The query of the request, without `?`. The links `next` and `previous` keep its other parameters. */
  query: string
  /** Other links of the collection. */
  links?: Record<string, Link | Link[]>
  resource: (member: Member) => Resource
}

/**
 * Serializes a page of a collection (version 2, "Event collection"). `_embedded` has only this key, because clients of
 * this API family read its first key.
 */
export function collection<Member>({
  site,
  page,
  self,
  rel,
  query,
  links,
  resource,
}: CollectionParts<Member>): Resource {
  const members = page.members.map(resource)
  const counts =
    'total_records' in page ? { total_pages: totalPages(page), total_records: page.total_records } : undefined
  const { total_pages = 0 } = counts ?? {}
  return {
    ...(counts && { total_pages }),
    per_page: page.per_page,
    page: page.page,
    ...(counts && { total_records: counts.total_records }),
    _links: {
      self,
      ...((page.next ?? page.page < total_pages) && {
        next: neighbor(self, query, page.page + 1, page.next),
      }),
      ...(page.page > 1 &&
        total_pages > 0 && { previous: neighbor(self, query, Math.min(page.page - 1, total_pages)) }),
      ...links,
      [rel]: members.map(({ _links }) => ({ href: _links.self.href })),
      curies: curies(site),
    },
    _embedded: { [rel]: members },
  }
}

/** `page` comes last, because some clients append a second query string to it. */
function neighbor(self: Link, query: string, page: number, after?: string | false): Link {
  const others = new URLSearchParams(query)
  others.delete('page')
  others.delete('after')
  if (after) others.append('after', after)
  others.append('page', String(page))
  return { href: `${self.href}?${others.toString()}` }
}
