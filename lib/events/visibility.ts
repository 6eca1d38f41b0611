import type { OsdiEvent } from './event.js'
import { originPolicy } from './origin.js'

/** Whether anybody may read of an event: it is not hidden, and was published. */
export const isPublic = (event: Pick<OsdiEvent, 'hidden' | 'status'>) => !event.hidden && !isTentative(event)

/** Whether lists, maps and searches show an event to anybody, and not only to people who have its link. */
export const isListed = (event: Pick<OsdiEvent, 'hidden' | 'status' | 'visibility'>) =>
  isPublic(event) && event.visibility !== 'private'

/** Whether an event waits to be published: a draft, or an event of a supporter that the team reviews. */
export const isTentative = ({ status }: Pick<OsdiEvent, 'status'>) => status === 'tentative'

/** Whether an event has a page on the service that anybody may read. */
export const hasPublicPage = (event: Pick<OsdiEvent, 'origin' | 'hidden' | 'status'>) =>
  originPolicy(event).public_page && isPublic(event)
