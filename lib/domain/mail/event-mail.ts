import { type AttendanceStatus, statusOf } from '../attendances/attendance.js'
import { derivedId } from '../identifier.js'
import type { OsdiEvent } from '../events/event.js'
import { originPolicy } from '../events/origin.js'
import type { Person } from '../people/person.js'
import type { Rsvp } from '../attendances/self-service.js'
import { hasBegun, isOver } from '../events/upcoming.js'

/** The rules of a kind of mail to the people of an event. */
interface EventMailPolicy {
  /** The cause: a change of an attendance, or one of the event, which goes to all of its people. */
  cause: 'attendance' | 'event'
  /** The people who get it, by the status of their attendance. */
  to: readonly AttendanceStatus[]
  /** The status of the event that it is about. */
  of: 'confirmed' | 'cancelled'
  /** The end of its use: it may be late because the service, or the server that takes its mails, was away. */
  until: 'start' | 'end'
  /** Whether `action=quiet` on the page of the RSVP ends it. */
  isEndedByQuiet: boolean
  /** The request of its calendar file to the program that reads it; it has no file without. */
  calendar?: 'REQUEST' | 'CANCEL'
}

const OF_ATTENDANCE = { cause: 'attendance', of: 'confirmed', until: 'end', isEndedByQuiet: false } as const
const COMING = ['accepted'] as const
const ALL = ['accepted', 'tentative'] as const

/**
 * Whether a person is mailed what an RSVP has come to be. For `form`, within the limit of the mailbox: a stranger may
 * have filled the form in. For `series` as well, but one confirmation of all dates follows in place of one for each.
 */
export type Autoresponse = boolean | 'form' | 'series'

/** The mails of an event, which its organisers may word and switch off. */
const POLICIES = {
  confirmation: { ...OF_ATTENDANCE, to: COMING, calendar: 'REQUEST' },
  waitlisted: { ...OF_ATTENDANCE, to: ['tentative'] },
  promoted: { ...OF_ATTENDANCE, to: COMING, calendar: 'REQUEST' },
  changed: {
    cause: 'event',
    to: ALL,
    of: 'confirmed',
    until: 'end',
    isEndedByQuiet: true,
    calendar: 'REQUEST',
  },
  cancelled: {
    cause: 'event',
    to: ALL,
    of: 'cancelled',
    until: 'end',
    isEndedByQuiet: false,
    calendar: 'CANCEL',
  },
  reminder: { cause: 'event', to: COMING, of: 'confirmed', until: 'start', isEndedByQuiet: true },
} as const satisfies Record<string, EventMailPolicy>

export type EventMail = keyof typeof POLICIES
export const EVENT_MAILS = Object.keys(POLICIES) as EventMail[]

type CausedBy<Cause> = {
  [Kind in EventMail]: (typeof POLICIES)[Kind]['cause'] extends Cause ? Kind : never
}[EventMail]

/** The mail that a change of an attendance causes. */
export type AttendanceMail = CausedBy<'attendance'>
/** A mail that goes to all people of an event. */
export type MailingKind = CausedBy<'event'>

/** Returns the rules of a kind of mail. */
export const policyOf = (kind: EventMail): EventMailPolicy => POLICIES[kind]

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
 * Returns whether a mail to the people of an event still comes in time. Nothing is mailed about an event that is over.
 * @param cause the start that a reminder is of
 */
export function isTimely(kind: EventMail, event: OsdiEvent, now: Date, cause: string | undefined): boolean {
  if (policyOf(kind).until === 'end') return !isOver(event, now)
  return event.start_date_utc === cause && !hasBegun(event, now)
}

/** Returns whether a mail is still wanted as the event and the attendance are now. */
export function isWanted(kind: EventMail, { event, attendance, person }: Rsvp): boolean {
  const { to, of, isEndedByQuiet } = policyOf(kind)
  if (!originPolicy(event).autoresponse || attendance.merged_into !== undefined) return false
  if (!addressOf(person, kind) || (attendance.quiet && isEndedByQuiet)) return false
  return (event.status ?? 'confirmed') === of && to.includes(statusOf(attendance))
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
