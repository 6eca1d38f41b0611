import { isComing } from '../attendances/attendance.js'
import { derivedId } from '../identifier.js'
import type { OsdiEvent } from '../events/event.js'
import { originPolicy } from '../events/origin.js'
import type { Person } from '../people/person.js'
import type { Rsvp } from '../attendances/self-service.js'
import { hasBegun, isOver } from '../events/upcoming.js'

/** The mail that a change of status causes. */
export const ATTENDANCE_MAILS = ['confirmation', 'waitlisted', 'promoted'] as const
export type AttendanceMail = (typeof ATTENDANCE_MAILS)[number]

/**
 * Whether a person is mailed what an RSVP has come to be. For `form`, within the limit of the mailbox: a stranger may
 * have filled the form in.
 */
export type Autoresponse = boolean | 'form'

/** The mails of an event, which its organisers may word and switch off. */
export const EVENT_MAILS = [...ATTENDANCE_MAILS, 'changed', 'cancelled', 'reminder'] as const
export type EventMail = (typeof EVENT_MAILS)[number]

/** A reminder is sent so long before the start (version 2, "Reminder"), as an instant: a day has no fixed length. */
const REMINDER_MS = 1_440 * 60_000

/** When the reminder of an event is due; undefined for an event without a date. */
export const reminderDue = ({ start_date_utc }: { start_date_utc?: string | undefined }): Date | undefined =>
  start_date_utc === undefined ? undefined : new Date(Date.parse(start_date_utc) - REMINDER_MS)

/** Edits within this time of the first are told by one mail, in milliseconds. */
export const EDITS_MS = 10 * 60_000

/**
 * Returns the facts of an event whose change is mailed. The instructions of an event that takes place online too hold
 * the link to join: their change is mailed to the people who come. They may be long, so the facts have their digest.
 */
export const mailedFactsOf = ({
  start_date,
  end_date,
  start_date_utc,
  end_date_utc,
  location,
  attendance_mode,
  instructions,
}: Pick<
  OsdiEvent,
  | ('start_date' | 'end_date' | 'start_date_utc' | 'end_date_utc')
  | ('location' | 'attendance_mode' | 'instructions')
>) => ({
  ...{ start_date, end_date, start_date_utc, end_date_utc, location, attendance_mode },
  ...(attendance_mode !== undefined &&
    attendance_mode !== 'in_person' &&
    instructions !== undefined && { instructions: derivedId('instructions', instructions) }),
})

/**
 * Whether a mail to the people of an event still comes in time: a reminder before the start that it is of, anything
 * else before the event is over. It may be late because the service, or the server that takes its mails, was away.
 * @param cause the start that a reminder is of
 */
export function isTimely(kind: EventMail, event: OsdiEvent, now: Date, cause: string | undefined): boolean {
  if (kind === 'reminder') return event.start_date_utc === cause && !hasBegun(event, now)
  return !MAILINGS.has(kind) || !isOver(event, now)
}

/** Mails that go to all people of an event. */
const MAILINGS = new Set<EventMail>(['changed', 'cancelled', 'reminder'])

const ENDED_BY_QUIET = new Set<EventMail>(['changed', 'reminder'])

/** Whether a person ends mails of this kind about an event by `action=quiet` on the page of the RSVP. */
export const isEndedByQuiet = (kind: EventMail) => ENDED_BY_QUIET.has(kind)

/** Whether a mail is still wanted as the event and the attendance are now. */
export function isWanted(kind: EventMail, { event, attendance, person }: Rsvp): boolean {
  if (!originPolicy(event).autoresponse || attendance.merged_into !== undefined) return false
  if (!addressOf(person, kind)) return false
  if (attendance.quiet && isEndedByQuiet(kind)) return false
  const waits = attendance.status === 'tentative'
  if (kind === 'cancelled') return event.status === 'cancelled' && (isComing(attendance) || waits)
  if (event.status === 'cancelled') return false
  if (kind === 'changed') return isComing(attendance) || waits
  return kind === 'waitlisted' ? waits : isComing(attendance)
}

/**
 * The address that a person takes a mail at; undefined where nothing may go. Mails about an RSVP are no newsletter: a
 * person who is not on the mailing list has asked for them with the RSVP.
 */
export function addressOf(person: Person, kind: EventMail | 'message'): string | undefined {
  const [email] = person.email_addresses
  if (!email || person.erased_date !== undefined) return undefined
  if (email.status === 'subscribed') return email.address
  return kind !== 'message' && DELIVERABLE_STATUSES.has(email.status) ? email.address : undefined
}

/** Statuses of addresses that are not on the mailing list and get the mails that their person asks for. */
const DELIVERABLE_STATUSES = new Set<string>(['unsubscribed', 'previous bounce', 'previous spam complaint'])
