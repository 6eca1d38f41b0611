import { isDeepStrictEqual } from 'node:util'
import { OsdiError, invalid } from '../runtime/errors.js'
import type { OsdiEvent } from '../events/event.js'
import type { WaitingChange } from '../events/event-fields.js'
import { eventAfter } from '../events/interface-event.js'
import type { Scheduling } from '../events/record-event.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import type { Accessibility, EventKind } from '../events/accessibility.js'
import { nextVersion } from '../fields/version.js'
import { eventChangeOf, isDeclined } from './review.js'

/** An edit of a host: time and place, and the rest. */
export interface HostChange {
  when: WaitingChange
  title: string
  description: string | null
  instructions: string | null
  capacity: number | null
  waitlist: boolean
  address_shown: 'everybody' | 'guests'
  kind: EventKind | null
  accessibility: Accessibility | null
}

type Dependencies = Pick<Scheduling, 'events' | 'geocode' | 'now'>

/**
 * Changes an event by its host. A change of the time, the place or the words of a published event that the team has
 * reviewed waits for the team, unless the host is trusted; the rest of the edit applies at once. An event that the team
 * has declined waits again.
 * @throws OsdiError invalid for fewer places than people who come; conflict for an event that is canceled
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
      const { when, title, description, instructions, accessibility, ...others } = change
      const context = { geocode, now }
      const words = { title, description, instructions }
      const whole = await eventAfter(event, { ...others, ...words, accessibility, ...eventChangeOf(when) }, context)
      const isNoted = (accessibility?.notes ?? '') !== (event.accessibility?.notes ?? '')
      if (isDeclined(event)) return sentAgain(whole, now())
      const waits = event.review !== undefined && event.status === undefined && !isTrusted
      if (!waits || isDeepStrictEqual(reviewed(whole), reviewed(event))) return withoutWaitingChange(whole, event)
      const waiting = { ...differing({ ...when, ...words }, whole, event), ...(isNoted && { accessibility }) }
      const review = { state: 'waiting', date: now().toISOString(), change: waiting } as const
      const rest = isNoted ? others : { ...others, accessibility }
      return { ...(await eventAfter(event, rest, context)), review, ...nextVersion(event, now()) }
    },
    'leave out',
  )

/**
 * The part of a change that differs from the event: the team may have changed the rest when it decides. Start and end
 * go together, so that an event does not end before it starts.
 */
function differing(change: WaitingChange, whole: OsdiEvent, event: OsdiEvent): WaitingChange {
  const [after, before] = [reviewed(whole), reviewed(event)] as [Record<string, unknown>, Record<string, unknown>]
  const differs = (name: string) => !isDeepStrictEqual(after[name], before[name])
  const isTimed = differs('start_date') || differs('end_date')
  return Object.fromEntries(
    Object.entries(change).filter(([name]) => (name.endsWith('_date') ? isTimed : differs(name))),
  )
}

const sentAgain = (event: OsdiEvent, at: Date): OsdiEvent => ({
  ...event,
  status: 'tentative',
  hidden: false,
  review: { state: 'waiting', date: at.toISOString() },
  ...nextVersion(event, at),
})

/** Takes a change that waited back, where the host has set all of it as it is, or is trusted by now. */
function withoutWaitingChange(event: OsdiEvent, before: OsdiEvent): OsdiEvent {
  if (!before.review?.change) return event
  const { change: _dropped, ...review } = before.review
  return { ...event, review: { ...review, state: 'approved' } }
}

/** The facts that the team looks at: time, place and words, which notes about the place are, too. */
const reviewed = ({
  title,
  description,
  instructions,
  start_date,
  end_date,
  attendance_mode,
  location,
  accessibility,
}: OsdiEvent) => ({
  title,
  description,
  instructions,
  start_date,
  end_date,
  attendance_mode,
  notes: accessibility?.notes,
  location: { ...location, language: undefined },
})

function requireLiving(event: OsdiEvent): void {
  if (event.status === 'cancelled' && !isDeclined(event)) throw new OsdiError('conflict', 'The event is canceled')
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
