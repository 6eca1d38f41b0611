import { notFound } from './errors.js'
import type { OsdiEvent } from './event.js'
import type { Owner } from './principal.js'

/** The events of an owner, or only those of one of the owner's campaigns, or a single one. */
export interface CalendarScope {
  owner: Owner
  event_campaign_id?: string
  event_id?: string
}

/** A calendar that whoever knows its address may subscribe to. */
export interface Calendar extends CalendarScope {
  /** What programs call it. */
  title: string
}

/** An event as calendars show it: nobody there counts who comes. */
export type CalendarEvent = Omit<OsdiEvent, 'total_accepted'>

/** Days for which events stay after their start, so that they do not vanish from under whoever is there. */
const DAYS_BACK = 30

/**
 * So many events at most, so that the longest texts fit the 6 MB of a Lambda answer: of those from today on the
 * next ones, and of those from before the last ones.
 */
export const MOST_TO_COME = 400
export const MOST_BEFORE = 100

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The days of what a calendar shows at a moment, by when events start: those from `today` on, and those from
 * before, back to `from`. They move once a day, at midnight in UTC, so that a calendar stays the same for a day
 * if nothing in it changes.
 */
export function windowAt(now: Date): { from: string; today: string } {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: dayOf(now.getTime() - DAYS_BACK * DAY_MS), today: dayOf(now.getTime()) }
}

/**
 * When what a calendar shows may last have changed: with the latest change of its events, or at midnight, when
 * others come into its window.
 */
export function lastChanged(events: CalendarEvent[], now: Date): Date {
  const times = [...events.map(({ modified_date }) => modified_date), windowAt(now).today]
  return new Date(times.reduce((one, other) => (one > other ? one : other)))
}

/** An event that can stand in a calendar. @throws OsdiError not_found for one without a date */
export function requireDated<Event extends Pick<OsdiEvent, 'start_date'>>(event: Event): Event {
  if (event.start_date === undefined) throw notFound()
  return event
}
