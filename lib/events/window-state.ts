import { OsdiError } from '../runtime/errors.js'
import type { OsdiEvent } from './event.js'

/** The instants between which an event takes RSVPs of people without a key. */
export type Window = Pick<OsdiEvent, 'rsvps_open_utc' | 'rsvps_close_utc'>

/** Returns why an event takes no RSVPs of people without a key at a moment; undefined where it takes them. */
export function windowState(
  { rsvps_open_utc: opens, rsvps_close_utc: closes }: Window,
  now: Date,
): 'not_open' | 'closed' | undefined {
  const isReached = (instant: string) => Date.parse(instant) <= now.getTime()
  if (closes !== undefined && isReached(closes)) return 'closed'
  return opens !== undefined && !isReached(opens) ? 'not_open' : undefined
}

/** Requires that an event takes RSVPs of people without a key now. @throws OsdiError conflict */
export function requireOpen(event: Window, now: Date): void {
  const state = windowState(event, now)
  if (state) throw REFUSALS[state]()
}

/** Returns the error for an RSVP after the close. */
export const rsvpsClosed = () => REFUSALS.closed()

const REFUSALS = {
  not_open: () =>
    new OsdiError('conflict', 'RSVPs are not open yet', [
      {
        error_code: 'rsvps_not_open',
        description: 'This event does not take RSVPs yet',
        properties: ['rsvps_open'],
      },
    ]),
  closed: () =>
    new OsdiError('conflict', 'RSVPs are closed', [
      {
        error_code: 'rsvps_closed',
        description: 'This event takes no RSVPs any more',
        properties: ['rsvps_close'],
      },
    ]),
}
