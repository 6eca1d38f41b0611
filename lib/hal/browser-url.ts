import type { OsdiEvent } from '../domain/event.js'
import { hasPublicPage } from '../domain/origin.js'
import { environment } from '../environment.js'
import { native } from './links.js'
import type { Link } from './resource.js'

/** The page of an event on the service. */
export const publicPage = (id: string): Link => ({ href: `${environment().publicUrl}/events/${id}` })

/** Whether an address is the page of one of the resources that identifiers name: then an answer showed it. */
export const isOwnPage = (address: unknown, identifiers: string[]): boolean =>
  identifiers.some(
    (each) => each.startsWith(native('')) && address === publicPage(each.slice(native('').length)).href,
  )

/** Where an event's page is: where its owner says, or else on the service, if it has one there (version 2, "Event"). */
export const browserUrl = (event: Pick<OsdiEvent, 'id' | 'origin' | 'hidden' | 'browser_url'>) =>
  event.browser_url ?? (hasPublicPage(event) ? publicPage(event.id).href : undefined)
