import type { OsdiEvent } from '../events/event.js'
import { timeZoneOf } from '../fields/time-zone.js'
import { instantOf } from '../events/zoned.js'
import { SCHEDULED_MAILS, mailDue, scheduledBy } from './kinds-of-event-email.js'
import type { ScheduledMail } from './kinds-of-event-email.js'
import { EXTRA_MAILS, type ExtraMail, causeOfExtra, extraDue, isExtraMail } from './emails/extra-email.js'
import { ORGANIZER_MAILS, type OrganizerMail, dateOf, isOrganizerMail } from './emails-to-organizers.js'

/** An email that is due at a time of its event: to its people, or to its organizers. */
export type DueMail = ScheduledMail | ExtraMail | OrganizerMail | typeof LIST_MAIL
/** The list of who comes, to the address that the event names. */
export const LIST_MAIL = 'list'
export const DUE_MAILS: DueMail[] = [...SCHEDULED_MAILS, ...EXTRA_MAILS, ...ORGANIZER_MAILS, LIST_MAIL]

/** Whether few events have an email, so that others get no item of it. */
export const isOfFew = (kind: DueMail): boolean => isExtraMail(kind) || kind === LIST_MAIL

type Dates = Partial<
  Pick<
    OsdiEvent,
    | ('start_date' | 'end_date' | 'start_date_utc' | 'end_date_utc')
    | ('timezone_identifier' | 'location_timezone' | 'emails' | 'rsvps_close_utc' | 'list_to')
  >
>

/**
 * The time of the event that an email is scheduled by, or the cause of a further email; undefined for an event without
 * it.
 */
export function dateOfMail(kind: DueMail, event: Dates): string | undefined {
  if (isExtraMail(kind)) return causeOfExtra(kind, event)
  if (kind === LIST_MAIL) return event.list_to && event.rsvps_close_utc
  return isOrganizerMail(kind) ? dateOf(kind, event) : scheduledBy(kind, event)
}

/** When an email of an event is due; undefined for an event without that time. */
export function dueOf(kind: DueMail, event: Dates): Date | undefined {
  if (isExtraMail(kind)) return extraDue(kind, event)
  if (kind === LIST_MAIL) {
    const close = dateOfMail(kind, event)
    return close === undefined ? undefined : new Date(close)
  }
  if (!isOrganizerMail(kind)) return mailDue(kind, event)
  if (dateOf(kind, event) === undefined) return undefined
  const wallClock = kind === 'eve' ? eveningBefore(event.start_date) : morningAfter(event)
  return wallClock === undefined ? undefined : new Date(instantOf(wallClock, timeZoneOf(event)))
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Returns the wall clock a time after another one. */
const clockAfter = (wallClock: string, ms: number) =>
  new Date(Date.parse(`${wallClock}Z`) + ms).toISOString().slice(0, 19)

const eveningBefore = (start: string | undefined) => start && `${clockAfter(start, -DAY_MS).slice(0, 10)}T18:00:00`

/** A night that ends before this hour has its morning on the same day. */
const NIGHT_ENDS = 5

function morningAfter({ start_date, end_date }: Dates): string | undefined {
  const last = end_date ?? start_date
  if (last === undefined) return undefined
  const isNight = end_date !== undefined && Number(last.slice(11, 13)) < NIGHT_ENDS
  return `${(isNight ? last : clockAfter(last, DAY_MS)).slice(0, 10)}T09:00:00`
}
