import { invalid, OsdiError } from '../runtime/errors.js'
import { timeZoneOf } from '../fields/time-zone.js'
import type { OsdiEvent } from './event.js'
import { instantOf } from './zoned.js'

/* When an event takes RSVPs of people without a key: wall clocks as its start, and the instants that they show. */

export const WINDOW = ['rsvps_open', 'rsvps_close'] as const

/** Returns a wall clock that is a number of milliseconds later. */
export const shifted = (wallClock: string, by: number): string =>
  new Date(nominal(wallClock) + by).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)

/** Returns the milliseconds from one wall clock to another. */
export const between = (one: string, other: string): number => nominal(other) - nominal(one)

/** The time of a wall clock as if it showed UTC. */
const nominal = (wallClock: string) => Date.parse(`${wallClock}Z`)

/** Returns an event whose window has moved with its start. */
export function movedWindow(event: OsdiEvent, before: OsdiEvent | undefined): OsdiEvent {
  const [from, to] = [before?.start_date, event.start_date]
  const by = from && to ? between(from, to) : 0
  const moved = WINDOW.flatMap((name) => {
    const clock = event[name]
    return clock === undefined || by === 0 ? [] : [[name, shifted(clock, by)] as const]
  })
  return withInstants({ ...event, ...(Object.fromEntries(moved) as Partial<OsdiEvent>) })
}

/**
 * Returns an event with the instants of its window.
 * @throws OsdiError invalid where it closes before it opens, or a list is to go out at no close
 */
export function withInstants(event: OsdiEvent): OsdiEvent {
  const { rsvps_open_utc: _open, rsvps_close_utc: _close, ...others } = event
  const { rsvps_open: opens, rsvps_close: closes, list_to } = event
  if (list_to !== undefined && closes === undefined) throw listWithoutClose()
  if (opens === undefined && closes === undefined) return others
  const zone = timeZoneOf(event)
  const instants = {
    ...(opens !== undefined && { rsvps_open_utc: instantOf(opens, zone) }),
    ...(closes !== undefined && { rsvps_close_utc: instantOf(closes, zone) }),
  }
  const { rsvps_open_utc: from, rsvps_close_utc: until } = instants
  if (from !== undefined && until !== undefined && from >= until) throw closesBeforeItOpens()
  return { ...others, ...instants }
}

const listWithoutClose = () =>
  invalid([
    {
      error_code: 'list_without_close',
      description: 'list_to needs rsvps_close, when the list is sent',
      properties: ['list_to'],
    },
  ])

const closesBeforeItOpens = () =>
  invalid([
    {
      error_code: 'closes_before_it_opens',
      description: 'rsvps_close must be after rsvps_open',
      properties: ['rsvps_close'],
    },
  ])

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
