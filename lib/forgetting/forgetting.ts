import type { OwnerSettings } from '../access/owner-settings.js'
import { type Dated, isOver } from '../events/upcoming.js'
import type { Person } from '../people/person.js'

/** All that ties a person to an owner. */
export interface Ties {
  person: Person
  /** The events that the person has answered, whatever the answer is. */
  events: Dated[]
  isTagged: boolean
  /** Whether the person is a member of the group, or that of the account. */
  hasRole: boolean
  /** Whether the person hosts an event that ended too recently, or has not ended. */
  isHost: boolean
}

const DAY_MS = 24 * 60 * 60_000

/** Returns the time before which an event has to have ended, so that its people are forgotten. */
export const horizonOf = (days: number, now: Date) => new Date(now.getTime() - days * DAY_MS)

/**
 * Returns whether a person is to be forgotten: nothing but events that ended long ago ties them to the owner. A tag is
 * a tie. A subscription is one where people tick a box for it; else everybody has it who ever answered.
 * @param horizon the events have ended before it; one without a date never ends
 */
export function isForgettable(
  { person, events, isTagged, hasRole, isHost }: Ties,
  { opt_in_text }: Pick<OwnerSettings, 'opt_in_text'>,
  horizon: Date,
): boolean {
  if (person.erased_date !== undefined || isTagged || hasRole || isHost) return false
  const hasSubscribed = opt_in_text !== undefined && person.email_addresses[0]?.status === 'subscribed'
  return !hasSubscribed && events.length > 0 && events.every((event) => isOver(event, horizon))
}
