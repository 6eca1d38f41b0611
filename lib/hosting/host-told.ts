import type { OsdiEvent } from '../events/event.js'
import { isWaiting } from './review.js'

/** To the host of an event: it is public, or a decision of the team, or another link. */
export interface HostMail {
  kind: 'host-approved' | 'host-declined'
  hosted: string
}

/** Returns the email to the host that a change of an event causes; undefined where it causes none. */
export function hostMailOf(after: OsdiEvent, before?: OsdiEvent): HostMail['kind'] | undefined {
  if (!after.host_link) return undefined
  if (!before) return after.status === undefined ? 'host-approved' : undefined
  // A host who takes a change back leaves the date of the review as it is.
  const isDecided = isWaiting(before) && after.review?.date !== before.review?.date
  if (isDecided && after.review?.state === 'approved') return 'host-approved'
  if (isDecided && after.review?.state === 'declined') return 'host-declined'
  const isSentAnew = (before.host_link?.generation ?? 0) < after.host_link.generation
  return isSentAnew ? 'host-approved' : undefined
}
