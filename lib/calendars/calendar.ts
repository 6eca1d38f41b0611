import { notFound } from '../runtime/errors.js'
import type { OsdiEvent, Uncounted } from '../events/event.js'
import { isTentative } from '../events/visibility.js'
import type { Owner } from '../runtime/owner.js'

/** The events of an owner, or only those of one of the owner's campaigns, or a single one. */
export interface CalendarScope {
  owner: Owner
  event_campaign_id?: string
  event_id?: string
}

/** A calendar that is readable by its secret address, without a key. */
export interface Calendar extends CalendarScope {
  /** The name of the calendar in programs. */
  title: string
}

/** An event in a calendar, without the number of its attendances. */
export type CalendarEvent = Uncounted<OsdiEvent>

/** Days that events stay after their start, so that an event does not vanish while it takes place. */
const DAYS_BACK = 30

/** At most this many upcoming and past events, so that the longest texts fit the 6 MB of a Lambda response. */
export const MOST_TO_COME = 400
export const MOST_BEFORE = 100

/** At most this many where anybody may ask: each is read as a whole, and takes time to write. */
export const MOST_FOR_ANYBODY = 60

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the window of a calendar: events that start from `today` on, and earlier ones back to `from`. It moves once
 * a day, at midnight in UTC, so a calendar whose events do not change is the same for a day.
 */
export function windowAt(now: Date): { from: string; today: string } {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: dayOf(now.getTime() - DAYS_BACK * DAY_MS), today: dayOf(now.getTime()) }
}

/**
 * Returns the last moment at which a calendar may have changed: the latest change of its events, or midnight, when
 * the window moves.
 */
export function lastChanged(events: CalendarEvent[], now: Date): Date {
  const times = [...events.map(({ modified_date }) => modified_date), windowAt(now).today]
  return new Date(times.reduce((one, other) => (one > other ? one : other)))
}

/** Requires an event that can be in a calendar: it has a date and is published. @throws OsdiError not_found */
export function requireDated<Event extends Pick<OsdiEvent, 'start_date' | 'status'>>(event: Event): Event {
  if (event.start_date === undefined || isTentative(event)) throw notFound()
  return event
}
