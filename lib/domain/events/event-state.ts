import type { OsdiEvent } from './event.js'
import { type Dated, isOver } from './upcoming.js'

/** What an event is for people who think of coming. */
export const EVENT_STATES = ['to_come', 'full', 'over', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

/**
 * Returns the state of an event. What is cancelled stays cancelled when it would be over.
 * @param places_left absent where places are not limited
 */
export function stateOf(
  event: Dated & Pick<OsdiEvent, 'status'>,
  places_left: number | undefined,
  now: Date,
): EventState {
  if (event.status === 'cancelled') return 'cancelled'
  if (isOver(event, now)) return 'over'
  return places_left === 0 ? 'full' : 'to_come'
}

/** Whether people can still answer that they want to come: also to a full event that has a waiting list. */
export const takesAnswers = (state: EventState, { waitlist }: Pick<OsdiEvent, 'waitlist'>): boolean =>
  state === 'to_come' || (state === 'full' && waitlist === true)

/** Whether people may take part from anywhere. */
export const isOnline = (mode: OsdiEvent['attendance_mode'] | undefined) =>
  mode === 'online' || mode === 'mixed'
