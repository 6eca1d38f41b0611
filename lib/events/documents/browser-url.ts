import type { OsdiEvent } from '../event.js'
import { SLUG_PATHS } from '../../resources/slug.js'
import { hasPublicPage } from '../visibility.js'
import { type Site, native } from '../../runtime/site.js'
import { frameLink } from './embed.js'
import type { Link } from '../../hal/document.js'

type Shown = Pick<OsdiEvent, 'id' | 'slug' | 'origin' | 'hidden' | 'status' | 'browser_url'>

/** Returns the path of an event's page: the readable one, where it has one. */
export const pathOfEvent = ({ id, slug }: Pick<OsdiEvent, 'id' | 'slug'>): string =>
  slug === undefined ? `/events/${id}` : `/${SLUG_PATHS.event}/${slug}`

/** Returns the path of a group's page: the readable one, where it has one. */
export const pathOfGroup = ({ id, slug }: { id: string; slug?: string | undefined }): string =>
  slug === undefined ? `/groups/${id}` : `/${SLUG_PATHS.group}/${slug}`

/** Returns the page of an event on the service. */
export const publicPage = ({ publicUrl }: Site, event: Pick<OsdiEvent, 'id' | 'slug'>): Link => ({
  href: publicUrl + pathOfEvent(event),
})

/** Whether an address is the page of a resource with one of the identifiers. The caller then read it in an answer. */
export const isOwnPage = (site: Site, address: unknown, identifiers: string[]): boolean => {
  const prefix = native(site, '')
  return identifiers.some(
    (each) => each.startsWith(prefix) && address === publicPage(site, { id: each.slice(prefix.length) }).href,
  )
}

/** Returns the address of an event's page: the one its owner set, or else the one on the service, if it has one. */
export const browserUrl = (site: Site, event: Shown): string | undefined =>
  event.browser_url ?? (hasPublicPage(event) ? publicPage(site, event).href : undefined)

/**
 * The same as it stays: documents of the API have it, whose callers keep it and send it back. It leads to the readable
 * one.
 */
export const lastingUrl = (site: Site, { slug: _readable, ...event }: Shown): string | undefined =>
  browserUrl(site, event)

/** Returns an address that shows people any event: its page, or the one for frames where it has none. */
export const publicAddress = (site: Site, event: Shown): string =>
  browserUrl(site, event) ?? frameLink(site, event.id).href
