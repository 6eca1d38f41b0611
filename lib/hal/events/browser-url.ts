import type { OsdiEvent } from '../../domain/events/event.js'
import { hasPublicPage } from '../../domain/events/origin.js'
import { type Site, native } from '../../domain/site.js'
import { frameLink } from './embed.js'
import type { Link } from '../resource.js'

/** Returns the page of an event on the service. */
export const publicPage = ({ publicUrl }: Site, id: string): Link => ({ href: `${publicUrl}/events/${id}` })

/** Whether an address is the page of a resource with one of the identifiers. The caller then read it in an answer. */
export const isOwnPage = (site: Site, address: unknown, identifiers: string[]): boolean => {
  const prefix = native(site, '')
  return identifiers.some(
    (each) => each.startsWith(prefix) && address === publicPage(site, each.slice(prefix.length)).href,
  )
}

/** Returns the address of an event's page: the one its owner set, or else the one on the service, if it has one. */
export const browserUrl = (
  site: Site,
  event: Pick<OsdiEvent, 'id' | 'origin' | 'hidden' | 'status' | 'browser_url'>,
): string | undefined =>
  event.browser_url ?? (hasPublicPage(event) ? publicPage(site, event.id).href : undefined)

/** Returns an address that shows people any event: its page, or the one for frames where it has none. */
export const publicAddress = (
  site: Site,
  event: Pick<OsdiEvent, 'id' | 'origin' | 'hidden' | 'status' | 'browser_url'>,
): string => browserUrl(site, event) ?? frameLink(site, event.id).href
