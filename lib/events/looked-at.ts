import type { OsdiEvent } from './event.js'

/**
 * Whether someone on the team has looked at an event: at one of their own, at one of a supporter that they have
 * approved, or whose host they trusted when it was published. The review of a published event may be of a change.
 */
export const isLookedAt = ({
  host_link,
  review,
  slug,
}: Partial<Pick<OsdiEvent, 'host_link' | 'review' | 'slug'>>): boolean =>
  host_link === undefined ||
  review?.state === 'approved' ||
  review?.change !== undefined ||
  (review?.state === 'declined' && slug !== undefined)
