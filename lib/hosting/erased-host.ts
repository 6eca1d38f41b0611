import { isDeepStrictEqual } from 'node:util'
import { cancelledEvent } from '../events/interface-event.js'
import type { OsdiEvent } from '../events/event.js'
import { isOver } from '../events/upcoming.js'
import { nextVersion } from '../fields/version.js'
import type { Location } from '../locations/location.js'

/**
 * Returns the event of a host who was erased. What the host has written is gone with the place, which may be their
 * home; the title and the time stay, in the group's own record. It is on no page, its link opens nothing, and one that
 * is to come is cancelled.
 * @returns the same event where that was done
 */
export function withoutHost(event: OsdiEvent, now: Date): OsdiEvent {
  const { description, instructions, location, contact, host_link, review, ...others } = event
  const isDone =
    host_link?.revoked === true &&
    event.hidden &&
    description === undefined &&
    instructions === undefined &&
    contact === undefined &&
    review?.change === undefined &&
    isDeepStrictEqual(location, townOf(location))
  if (isDone) return event
  const erased: OsdiEvent = {
    ...others,
    location: townOf(location),
    hidden: true,
    ...(host_link && { host_link: { ...host_link, revoked: true } }),
    ...(review && { review: { state: review.state, date: review.date } }),
  }
  return { ...(isOver(event, now) ? erased : cancelledEvent(erased, now)), ...nextVersion(event, now) }
}

/** The town of a place. One decimal of coordinates is ten kilometres. */
function townOf({ locality, region, country, language, location: { latitude, longitude } }: Location): Location {
  const rounded = (degrees: number) => Math.round(degrees * 10) / 10
  return {
    ...(locality && { locality }),
    ...{ region, country, language },
    location: { latitude: rounded(latitude), longitude: rounded(longitude), accuracy: 'Approximate' },
  }
}
