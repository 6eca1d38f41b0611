import { OsdiError } from '../runtime/errors.js'
import type { AttendableEvent } from './event.js'

/** The outcome of an RSVP: the party comes, waits, or is refused for one of the reasons. */
export type Admission = 'comes' | 'waits' | Refusal

/** The error codes of refusals that the seats of an event cause. */
type Refusal = 'event_full' | 'party_too_large'

/** The fields of an event that limit its seats. */
export type Limits = Pick<AttendableEvent, 'capacity' | 'waitlist'>

/** The fields of an event from which its seats follow. */
export type Seated = Pick<AttendableEvent, 'id' | 'capacity' | 'past_capacity'>

/** Whether seats of an event are kept: it has a capacity, or had one. */
export const keepsSeats = ({ capacity, past_capacity }: Omit<Seated, 'id'>) =>
  capacity !== undefined || past_capacity !== undefined

/** Whether changes of attendances of an event may leave something to be settled. */
export const isSettled = ({ waitlist, past_capacity }: Pick<AttendableEvent, 'waitlist' | 'past_capacity'>) =>
  waitlist !== undefined || past_capacity !== undefined

/**
 * Decides whether one more party comes to an event, waits for seats, or is refused. Pages, embeds, answers, mails and
 * stores all ask this function, so that they agree.
 * @param open seats that a new party may take
 * @param party number of seats that the person and the guests need
 */
export function admissionOf({ capacity = Infinity, waitlist = false }: Limits, open: number, party: number): Admission {
  // It would wait in front of everyone else for ever.
  if (party > capacity) return 'party_too_large'
  if (party <= open) return 'comes'
  return waitlist ? 'waits' : 'event_full'
}

/**
 * Decides whether a party that comes may grow. It takes seats as a new party does, and never waits for them.
 * @param open seats that a new party may take
 * @param party number of seats before and after
 */
export function growthOf(
  limits: Limits,
  open: number,
  party: { before: number; after: number },
): Exclude<Admission, 'waits'> {
  if (admissionOf(limits, 0, party.after) === 'party_too_large') return 'party_too_large'
  return party.after - party.before <= open ? 'comes' : 'event_full'
}

/**
 * Returns the seats that a new party may take: none while others wait for them.
 * @param isAwaited whether a party waits that the event can hold
 */
export const openSeats = (
  { capacity = Infinity }: Pick<Limits, 'capacity'>,
  { taken, isAwaited }: { taken: number; isAwaited: boolean },
): number => (isAwaited ? 0 : Math.max(0, capacity - taken))

/** Returns the error of a refused party; undefined for a party that comes or waits. */
export function refusalOf(admission: Admission, { capacity }: Pick<Limits, 'capacity'>): OsdiError | undefined {
  if (admission === 'event_full') return eventFull()
  return admission === 'party_too_large' ? partyTooLarge(capacity) : undefined
}

/**
 * Requires that an event can hold a party when no one else comes.
 * @throws OsdiError conflict
 */
export function requireHeld(limits: Limits, party: number): void {
  const refusal = refusalOf(admissionOf({ ...limits, waitlist: true }, 0, party), limits)
  if (refusal) throw refusal
}

/** Returns the error for an attendance beyond the event's capacity. */
export const eventFull = () =>
  new OsdiError('conflict', 'This event is full', [
    { error_code: 'event_full', description: 'All seats of this event are taken', properties: ['capacity'] },
  ])

const partyTooLarge = (capacity = 0) =>
  new OsdiError('conflict', 'The party is larger than the event', [
    {
      error_code: 'party_too_large',
      description: `This event has ${capacity} seats in all, guests included`,
      properties: ['capacity'],
    },
  ])

/** The number of seats that an attendance takes while it is accepted. */
export const partySize = ({ guests = 0 }: { guests?: number | undefined }) => 1 + guests
