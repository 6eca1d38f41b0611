import { requireOrderOfTimes } from './end-before-start.js'
import { type InterfaceName, interfaceNames, isPresumed } from './interface-fields.js'
import { OsdiError } from '../runtime/errors.js'
import { type EventChange, type InterfaceFields, type OsdiEvent, changedEvent } from './event.js'
import type { Owner } from '../runtime/owner.js'
import type { Precondition } from '../resources/record-by-identifier.js'
import type { Scheduling } from './record-event.js'
import { requireConfirmed } from './rsvp-refusals.js'
import { nextVersion } from '../fields/version.js'
import { slugOfDay, withSlug, withoutSlug } from '../resources/slug.js'
import { isTentative } from './visibility.js'
import { WINDOW, withInstants } from './rsvp-window.js'

/*
 * Changes that only the organizer's own interface makes. Callers of the API cannot: these fields are read-only there.
 */

/** A change in the interface: absent fields stay, null clears. */
export type InterfaceChange = Omit<EventChange, 'identifiers'> & {
  hidden?: boolean | undefined
  /** The readable address of its page that was chosen; where it is empty, one from the title. */
  slug?: string | undefined
} & { [Name in InterfaceName]?: OsdiEvent[Name] | null | undefined }

/** The context of changes in the interface. */
export type InterfaceChanging = Pick<Scheduling, 'events' | 'geocode' | 'now'>

/**
 * Changes an event of the organizer's own interface.
 * @throws OsdiError not_found, also for another owner's event; conflict for an event that was made through the API
 */
export const updateInterfaceEvent = (
  owner: Owner,
  id: string,
  change: InterfaceChange,
  { events, geocode, now }: InterfaceChanging,
  precondition: Precondition = () => undefined,
): Promise<OsdiEvent> =>
  changeInterfaceEvent(owner, id, events, async (event, slugs) => {
    precondition(event)
    return eventAfter(event, change, { geocode, now }, slugs)
  })

/**
 * Returns what an event becomes by a change in the interface.
 * @param slugs readable addresses that other events have
 */
export async function eventAfter(
  event: OsdiEvent,
  { slug, ...change }: InterfaceChange,
  { geocode, now }: Pick<InterfaceChanging, 'geocode' | 'now'>,
  slugs: readonly string[] = [],
): Promise<OsdiEvent> {
  const isOfInterface = (name: string) => (['hidden', ...interfaceNames] as string[]).includes(name)
  const all = Object.entries(change)
  const others: EventChange = Object.fromEntries(all.filter(([name]) => !isOfInterface(name)))
  const { capacity, waitlist, ...own }: InterfaceChange = Object.fromEntries(
    all.filter(([name]) => isOfInterface(name)),
  )
  const changed = requireOrderOfTimes(await changedEvent(event, others, now(), geocode), event)
  // A form has every field: a window that was not touched moves with the start.
  for (const name of WINDOW) if (own[name] === event[name]) delete own[name]
  const after = withInstants(withFields(changed, { ...own, waitlist: waitlistAfter(event, waitlist) }))
  const named = slug === undefined ? after : addressed(after, slugs, slug)
  return withCapacity(
    named.slug === event.slug ? slugOfDay(named, event, { taken: slugs, isKnown: !isTentative(event) }) : named,
    capacity,
  )
}

/** Returns an event with the readable address that was chosen, or with one from its title once it is published. */
export const addressed = (event: OsdiEvent, taken: readonly string[], chosen = ''): OsdiEvent =>
  withSlug('event', event, chosen, { taken, isKnown: !isTentative(event) })

/** Returns the new value of the waiting list. People may still be on a list that is switched off. */
const waitlistAfter = (event: OsdiEvent, waitlist: boolean | null | undefined) =>
  waitlist === undefined || (!waitlist && event.waitlist === undefined) ? undefined : waitlist === true

/**
 * Cancels an event of the organizer's own interface. It cannot be undone; canceling it again changes nothing.
 *
 * Once this returns, an RSVP is refused on the synchronous path without exception: the transaction that counts the RSVP
 * checks the event. On the deferred path of a contended event, a process may still accept RSVPs that it had begun, or
 * that it begins while it remembers the event: for one second.
 * @param note what its people and its page are told about it
 * @throws OsdiError not_found, also for another owner's event; conflict for an event that was made through the API
 */
export const cancelEvent = (
  owner: Owner,
  id: string,
  { events, now }: Pick<InterfaceChanging, 'events' | 'now'>,
  note = '',
): Promise<OsdiEvent> =>
  changeInterfaceEvent(owner, id, events, (event) => Promise.resolve(canceledEvent(event, now(), note)))

/** Returns an event as it is when it is canceled. */
export const canceledEvent = (event: OsdiEvent, now: Date, note = ''): OsdiEvent =>
  event.status === 'cancelled'
    ? event
    : {
        ...(isTentative(event) ? withoutSlug(event) : event),
        status: 'cancelled',
        ...(note && { cancellation_note: note }),
        ...nextVersion(event, now),
      }

/**
 * Publishes a tentative event of the organizer's own interface: it is confirmed from then on. Publishing a confirmed
 * event again changes nothing.
 * @throws OsdiError not_found, also for another owner's event; conflict for an event that was made through the API, or
 *   that was canceled
 */
export const publishEvent = (
  owner: Owner,
  id: string,
  { events, now }: Pick<InterfaceChanging, 'events' | 'now'>,
  precondition: Precondition = () => undefined,
): Promise<OsdiEvent> =>
  changeInterfaceEvent(owner, id, events, async (event, slugs) => {
    precondition(event)
    return published(event, now(), slugs)
  })

/** Returns a tentative event as it is when it is published. @throws OsdiError conflict for a canceled event */
function published(event: OsdiEvent, now: Date, slugs: readonly string[]): OsdiEvent {
  if (event.status === undefined) return event
  const { status: _tentative, ...others } = event
  requireConfirmed(event.status === 'tentative' ? {} : event)
  // To publish an event of a supporter is to approve it.
  const review = { state: 'approved', date: now.toISOString() } as const
  return addressed({ ...others, ...(event.review && { review }), ...nextVersion(event, now) }, slugs)
}

/** Changes an event. @throws OsdiError not_found; conflict for an event that was made through the API */
export const changeInterfaceEvent = (
  owner: Owner,
  id: string,
  events: Scheduling['events'],
  change: (event: OsdiEvent, slugs: readonly string[]) => Promise<OsdiEvent>,
) =>
  events.change(
    owner,
    id,
    async (event, slugs) => {
      if (event.origin !== 'interface') throw madeByApi()
      return change(event, slugs)
    },
    'leave out',
  )

/** Sets the capacity; null clears it, undefined changes nothing. */
function withCapacity(event: OsdiEvent, capacity: number | null | undefined): OsdiEvent {
  const { capacity: before, past_capacity = 0, ...others } = event
  const after = capacity ?? undefined
  if (capacity === undefined || before === after) return event
  return {
    ...others,
    past_capacity: Math.max(past_capacity, before ?? (event.past_capacity === undefined ? 0 : UNLIMITED)),
    ...(after !== undefined && { capacity: after }),
  }
}

/** The past capacity of an event that had none after it had one: its seats are in as many buckets as there can be. */
const UNLIMITED = 1_000_000

/** Sets fields that only the interface sets; null, 0 and what is presumed clear, undefined changes nothing. */
function withFields(event: OsdiEvent, change: Partial<Record<keyof InterfaceFields, unknown>>): OsdiEvent {
  const changed: Record<string, unknown> & OsdiEvent = { ...event }
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === 0 || isPresumed(name, value)) delete changed[name]
    else if (value !== undefined) Object.assign(changed, { [name]: value })
  }
  return changed
}

const madeByApi = () =>
  new OsdiError('conflict', 'This event was made through the API, which changes it', [
    {
      error_code: 'made_by_api',
      description: 'Only events of the organizer’s own interface are changed and canceled here',
      properties: ['id'],
    },
  ])
