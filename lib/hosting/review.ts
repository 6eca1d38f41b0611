import type { Decision } from '../fields/read-decision.js'
import { addressed } from '../events/interface-event.js'
import { slugFromTitle, withoutSlug } from '../resources/slug.js'
import { type EventChange, type OsdiEvent, changedEvent } from '../events/event.js'
import type { Review, WaitingChange } from '../events/event-fields.js'
import type { Scheduling } from '../events/record-event.js'
import type { Owner } from '../runtime/owner.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import { nextVersion } from '../fields/version.js'

/** Whether an event of a supporter, or a change of it, waits for the team. */
export const isWaiting = ({ review, status }: Pick<OsdiEvent, 'review' | 'status'>): boolean =>
  review?.state === 'waiting' && status !== 'cancelled'

/**
 * Whether the team has declined an event before it was public: its host may edit it and send it again. One that was
 * public has an address, and stays as the team has left it, also where they had declined a change of it before.
 */
export const isDeclined = ({
  review,
  status,
  hidden,
  slug,
}: Pick<OsdiEvent, 'review' | 'status' | 'hidden' | 'slug'>): boolean =>
  review?.state === 'declined' && status === 'cancelled' && hidden && slug === undefined

type Dependencies = Pick<Scheduling, 'events' | 'geocode' | 'now'>

/**
 * Decides what waits, once: where two decide at the same time, the second one gets the event as it is.
 * @param change of the event that is sent with the decision, which does not change its identifiers
 * @returns the event as it is now, and whether this call has decided
 * @throws OsdiError not_found, also for another owner's event
 */
export async function decideReview(
  owner: Owner,
  id: string,
  decision: Decision,
  { events, geocode, now }: Dependencies,
  precondition: Precondition = () => undefined,
  { identifiers: _asTheyAre, ...change }: EventChange = {},
): Promise<{ event: OsdiEvent; isDecided: boolean }> {
  let isDecided = false
  const event = await events.change(
    owner,
    id,
    async (before, slugs) => {
      precondition(before)
      const context = { geocode, now, slugs }
      const isSame = Object.keys(change).length === 0
      const event = isSame ? before : await changedEvent(before, change, now(), geocode)
      isDecided = isWaiting(before)
      return isDecided ? { ...(await decided(event, decision, context)), ...nextVersion(before, now()) } : event
    },
    'leave out',
  )
  return { event, isDecided }
}

/** Returns an event after a decision on what waits. */
async function decided(
  event: OsdiEvent,
  { state, note }: Decision,
  { geocode, now, slugs }: Pick<Dependencies, 'geocode' | 'now'> & { slugs: readonly string[] },
): Promise<OsdiEvent> {
  const at = now()
  const review: Review = { state, date: at.toISOString(), ...(note && { note }) }
  const change = event.review?.change
  if (change) {
    const changed = state === 'approved' ? await changedEvent(event, eventChangeOf(change), at, geocode) : event
    const named = changed.title === event.title ? changed : slugFromTitle('event', changed, slugs)
    return { ...named, review, ...nextVersion(event, at) }
  }
  const { status: _tentative, ...others } = event
  return state === 'approved'
    ? addressed({ ...others, review, ...nextVersion(event, at) }, slugs)
    : { ...withoutSlug(others), review, status: 'cancelled', hidden: true, ...nextVersion(event, at) }
}

/** Returns the change of an event that waits. */
export const eventChangeOf = ({
  start_date,
  end_date,
  attendance_mode,
  location,
  ...words
}: WaitingChange): EventChange => ({
  ...words,
  ...(start_date !== undefined && { start_date: { wallClock: start_date } }),
  ...(end_date !== undefined && { end_date: end_date === null ? null : { wallClock: end_date } }),
  ...(attendance_mode && { attendance_mode }),
  ...(location && { location }),
})
