import type { Body } from '../fields/field.js'
import { type Site, native } from '../runtime/site.js'
import type { Link, Resource } from './document.js'
import type { ApiVersion } from './version.js'

/** Returns the address of something within a version, absolute and without a trailing slash. */
export const link = ({ publicUrl }: Site, { path }: ApiVersion, ...segments: string[]): Link => ({
  href: [publicUrl + path, ...segments].join('/'),
})

/** Returns the name of a relation in documents. A leading `:` stands for the prefix of the installation. */
export const relation = (site: Site, name: string): string =>
  name.startsWith(':') ? native(site, name.slice(1)) : name

/**
 * Paths within a version, by relation; one that begins with `/` is that of a page. A relation without a path has no
 * link.
 */
export type Paths = { self: string } & Record<string, string | undefined>

/** Returns the links of a document to paths of a version. */
export function linksTo(site: Site, version: ApiVersion, paths: Paths): Resource['_links'] {
  const links = Object.entries(paths).flatMap(([name, path]) =>
    !path ? [] : [[relation(site, name), path.startsWith('/') ? page(site, path) : link(site, version, path)] as const],
  )
  return Object.fromEntries(links) as Record<string, Link> & { self: Link }
}

const page = ({ publicUrl }: Site, path: string): Link => ({ href: publicUrl + path })

/** Adds curies to a resource that is answered alone; embedded resources have none. */
export const withCuries = (site: Site, resource: Resource): Resource => ({
  ...resource,
  _links: { ...resource._links, curies: curies(site) },
})

/** Returns the curies of both prefixes, which lead to the documentation of relations. */
export const curies = ({ publicUrl, nativePrefix }: Site): Link[] =>
  ['osdi', nativePrefix].map((name) => ({
    name,
    href: `${publicUrl}/docs/{rel}`,
    templated: true,
  }))

/**
 * Reads the id from the absolute address of a resource of this service, in any version. A trailing slash is tolerated.
 * @param type the resource's name in paths: `people`
 * @returns undefined for anything else
 */
export function idIn(
  { publicUrl }: Site,
  href: unknown,
  type: 'people' | 'events' | 'event_campaigns',
): string | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined
  const { origin, pathname } = new URL(href)
  const base = new URL(publicUrl)
  if (origin !== base.origin || !pathname.startsWith(base.pathname.replace(/\/$/, ''))) return undefined
  const path = pathname.slice(base.pathname.replace(/\/$/, '').length)
  const [, found, id] = /^\/api\/v\d+\/(\w+)\/([0-9a-f-]{36})\/?$/.exec(path) ?? []
  return found === type ? id : undefined
}

/** Reads the person that a link of a body names. A link to another address names no person. */
export function linkedPerson(site: Site, { _links: links }: Body, rel: string): string | undefined {
  const target = (links as Record<string, { href?: unknown } | null> | null | undefined)?.[rel]
  return idIn(site, target?.href, 'people')
}

/** Reads the ids of all people to whom the text of a document has links. */
export const peopleLinkedIn = (body: string): string[] =>
  [...body.matchAll(/\/people\/([0-9a-f-]{36})/g)].map(([, id]) => id as string)
