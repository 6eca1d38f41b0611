import type { OsdiEvent } from './event.js'
import { type Admission, type Limits, admissionOf } from './capacity.js'
import { type Dated, isOver } from './upcoming.js'
import { type Window, windowState } from './rsvp-window.js'

/**
 * The state of an event for people who think of coming. `waitlist`: they can join its waiting list; `not_open` and
 * `closed`: it does not take RSVPs yet, or any more.
 */
export const EVENT_STATES = ['to_come', 'waitlist', 'full', 'not_open', 'closed', 'over', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

/**
 * Returns the state of an event. What is canceled stays canceled when it would be over.
 * @param open seats that a new party may take; absent where they are not limited
 */
export function stateOf(
  event: Dated & Limits & Window & Pick<OsdiEvent, 'status'>,
  open: number = Infinity,
  now: Date,
): EventState {
  if (event.status === 'cancelled') return 'cancelled'
  if (isOver(event, now)) return 'over'
  return windowState(event, now) ?? STATES[admissionOf(event, open, 1)]
}

/** The state of an upcoming event, by the outcome of an RSVP of one person. */
const STATES: Record<Admission, EventState> = {
  comes: 'to_come',
  waits: 'waitlist',
  event_full: 'full',
  // An event whose capacity is 0.
  party_too_large: 'full',
}

/** Returns whether people can still answer that they want to come. */
export const takesAnswers = (state: EventState): boolean => state === 'to_come' || state === 'waitlist'

/** Whether people may take part from anywhere. */
export const isOnline = (mode: OsdiEvent['attendance_mode'] | undefined) => mode === 'online' || mode === 'mixed'
