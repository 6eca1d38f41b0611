import { environment } from '../environment.js'
import type { Body } from './fields.js'
import type { Link, Resource } from './resource.js'
import type { ApiVersion } from './version.js'

/** The address of something within a version, absolute and without a trailing slash. */
export const link = ({ path }: ApiVersion, ...segments: string[]): Link => ({
  href: [environment().publicUrl + path, ...segments].join('/'),
})

/** A name of our own vocabulary, under the configured prefix: `service:hidden`. */
export const native = <Name extends string>(name: Name) => `${environment().nativePrefix}:${name}` as const

/** A resource on its own: with curies, which embedded ones do not carry. */
export const alone = (resource: Resource): Resource => ({
  ...resource,
  _links: { ...resource._links, curies: curies() },
})

/** Both prefixes of our relations, leading to their documentation. */
export const curies = (): Link[] =>
  ['osdi', environment().nativePrefix].map((name) => ({
    name,
    href: `${environment().publicUrl}/docs/{rel}`,
    templated: true,
  }))

/**
 * The id in the absolute address of a resource of ours, in any version, a trailing slash tolerated.
 * @param type as it stands in paths: `people`
 * @returns undefined for anything else
 */
export function idIn(href: unknown, type: 'people' | 'events'): string | undefined {
  if (typeof href !== 'string' || !URL.canParse(href)) return undefined
  const { origin, pathname } = new URL(href)
  const base = new URL(environment().publicUrl)
  if (origin !== base.origin || !pathname.startsWith(base.pathname.replace(/\/$/, ''))) return undefined
  const path = pathname.slice(base.pathname.replace(/\/$/, '').length)
  const [, found, id] = /^\/api\/v\d+\/(\w+)\/([0-9a-f-]{36})\/?$/.exec(path) ?? []
  return found === type ? id : undefined
}

/** The person that a link of a body leads to. A link that leads elsewhere names nobody. */
export function linkedPerson({ _links: links }: Body, rel: string): string | undefined {
  const target = (links as Record<string, { href?: unknown } | null> | null | undefined)?.[rel]
  return idIn(target?.href, 'people')
}
