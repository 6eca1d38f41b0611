import type { OsdiEvent } from '../events/event.js'
import { hasBegun, isOver } from '../events/upcoming.js'

/*
 * Emails about an event to the organizers who have chosen them. They are due by the clock of the event, as its people
 * read it.
 */

/** The evening before an event, and the morning after it. */
export const ORGANIZER_MAILS = ['eve', 'report'] as const
export type OrganizerMail = (typeof ORGANIZER_MAILS)[number]

/** To a person with a role in the owner of an event, who has chosen it. */
export interface OrganizerMailRequest {
  kind: OrganizerMail
  event: string
  organizer: string
  cause: string
}

export const isOrganizerMail = (kind: string): kind is OrganizerMail => ORGANIZER_MAILS.some((each) => each === kind)

/** The time of the event that an email is scheduled by: one about an event without an end follows its start. */
export const dateOf = (
  kind: OrganizerMail,
  event: Partial<Pick<OsdiEvent, 'start_date_utc' | 'end_date_utc'>>,
): string | undefined => (kind === 'eve' ? event.start_date_utc : (event.end_date_utc ?? event.start_date_utc))

/** The time for which a report is of use, in milliseconds. */
const REPORT_MS = 3 * 24 * 60 * 60_000

/**
 * Whether an email still comes in time. An event that was made when its email was due already has no such evening.
 * @param due when it was due, as an instant
 */
export function isInTime(kind: OrganizerMail, event: OsdiEvent, due: string, now: Date): boolean {
  if (event.status === 'cancelled' || event.created_date > due) return false
  if (kind === 'eve') return !hasBegun(event, now)
  return now.getTime() < Date.parse(due) + REPORT_MS && (hasBegun(event, now) || isOver(event, now))
}
