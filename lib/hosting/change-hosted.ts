import { isDeepStrictEqual } from 'node:util'
import { OsdiError, invalid } from '../runtime/errors.js'
import type { OsdiEvent } from '../events/event.js'
import type { WaitingChange } from '../events/event-fields.js'
import { eventAfter } from '../events/interface-event.js'
import type { EventDependencies } from '../events/record-event.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { nextVersion } from '../fields/version.js'
import { eventChangeOf } from './review.js'

/** An edit of a host: time and place, and the rest. */
export interface HostChange {
  when: WaitingChange
  title: string
  description: string | null
  instructions: string | null
  capacity: number | null
  waitlist: boolean
  address_shown: 'everybody' | 'guests'
}

type Dependencies = Pick<EventDependencies, 'events' | 'geocode' | 'now'>

/**
 * Changes an event by its host. A change of the time or the place of a published event that the team has reviewed waits
 * for the team, unless the host is trusted; the rest of the edit applies at once.
 * @throws OsdiError invalid for fewer places than people who come; conflict for an event that is cancelled
 */
export const changeHosted = (
  { owner, id }: Pick<OsdiEvent, 'owner' | 'id'>,
  change: HostChange,
  isTrusted: boolean,
  { events, geocode, now }: Dependencies,
  precondition: Precondition,
): Promise<OsdiEvent> =>
  events.change(
    owner,
    id,
    async (event) => {
      precondition(event)
      requireLiving(event)
      requirePlaces(event, change.capacity)
      const { when, ...rest } = change
      const context = { geocode, now }
      const whole = await eventAfter(event, { ...rest, ...eventChangeOf(when) }, context)
      const waits = event.review !== undefined && event.status === undefined && !isTrusted
      if (!waits || isDeepStrictEqual(whenAndWhere(whole), whenAndWhere(event)))
        return withoutWaitingChange(whole, event)
      const review = { state: 'waiting', date: now().toISOString(), change: when } as const
      return { ...(await eventAfter(event, rest, context)), review, ...nextVersion(event, now()) }
    },
    'leave out',
  )

/** Takes a change that waited back, where the host has set time and place as they are, or is trusted by now. */
function withoutWaitingChange(event: OsdiEvent, before: OsdiEvent): OsdiEvent {
  if (!before.review?.change) return event
  const { change: _dropped, ...review } = before.review
  return { ...event, review: { ...review, state: 'approved' } }
}

const whenAndWhere = ({ start_date, end_date, attendance_mode, location }: OsdiEvent) => ({
  ...{ start_date, end_date, attendance_mode },
  location: { ...location, language: undefined },
})

function requireLiving({ status }: OsdiEvent): void {
  if (status === 'cancelled') throw new OsdiError('conflict', 'The event is cancelled')
}

function requirePlaces({ totals }: OsdiEvent, capacity: number | null): void {
  const taken = totals.accepted + totals.guests
  if (capacity === null || capacity >= taken) return
  throw invalid([
    {
      error_code: 'fewer_than_come',
      description: `capacity must not be below the ${taken} who come`,
      properties: ['capacity'],
    },
  ])
}
