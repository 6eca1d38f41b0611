import { type Attendance, standingOf } from '../attendances/attendance.js'
import { derivedId } from '../fields/identifier.js'
import type { Totals } from '../events/totals.js'
import type { OsdiEvent } from '../events/event.js'
import { extra, extraOf, isExtraFor } from './emails/extra-email.js'
import { originPolicy } from '../events/origin.js'
import type { Person } from '../people/person.js'
import type { Rsvp } from '../attendances/self-service.js'
import { hasBegun, isOver } from '../events/upcoming.js'
import { cancelled } from './emails/cancelled-email.js'
import { changed } from './emails/changed-email.js'
import { confirmation } from './emails/confirmation-email.js'
import { followUp, followUpMissed } from './emails/follow-up-email.js'
import { promoted } from './emails/promoted-email.js'
import { requestDeclined } from './emails/request-declined-email.js'
import { requested } from './emails/requested-email.js'
import { reminder } from './emails/reminder-email.js'
import { rsvpCanceled } from './emails/rsvp-cancelled-email.js'
import { rsvpWithdrawn } from './emails/rsvp-withdrawn-email.js'
import { waitlisted } from './emails/waitlisted-email.js'
import type { EventMailPolicy, Schedule } from './event-email-policy.js'

/** The emails of an event, which its organizers may word and switch off. */
const POLICIES = {
  confirmation,
  waitlisted,
  requested,
  'request-declined': requestDeclined,
  'rsvp-cancelled': rsvpCanceled,
  'rsvp-withdrawn': rsvpWithdrawn,
  promoted,
  changed,
  cancelled,
  reminder,
  extra,
  'follow-up': followUp,
  'follow-up-missed': followUpMissed,
} as const satisfies Record<string, EventMailPolicy>

export type EventMail = keyof typeof POLICIES
export const EVENT_MAILS = Object.keys(POLICIES) as EventMail[]

type CausedBy<Cause> = {
  [Kind in EventMail]: (typeof POLICIES)[Kind]['cause'] extends Cause ? Kind : never
}[EventMail]

/** The email that a change of an attendance causes. */
export type AttendanceMail = CausedBy<'attendance'>
/** An email that goes to all people of an event. */
export type MailingKind = CausedBy<'event'>

/** Returns the rules of a kind of mail. */
export const policyOf = (kind: EventMail): EventMailPolicy => POLICIES[kind]

/** An email that is due at a time of its event. */
export type ScheduledMail = {
  [Kind in EventMail]: (typeof POLICIES)[Kind] extends { due: Schedule } ? Kind : never
}[EventMail]
export const SCHEDULED_MAILS = EVENT_MAILS.filter((kind): kind is ScheduledMail => policyOf(kind).due !== undefined)

/** An email about an event is of use until this time after its end. */
const AFTERWARDS_MS = 3 * 24 * 60 * 60_000

/** The dates that schedules follow. */
type Scheduled = Partial<Record<Schedule['of'], string | undefined>>

/** The time of the event that an email is scheduled by; undefined for an event without it. */
export const scheduledBy = (kind: ScheduledMail, event: Scheduled): string | undefined => event[POLICIES[kind].due.of]

/** When an email of an event is due; undefined for an event without that time. */
export function mailDue(kind: ScheduledMail, event: Scheduled): Date | undefined {
  const time = scheduledBy(kind, event)
  return time === undefined ? undefined : new Date(Date.parse(time) + POLICIES[kind].due.afterMs)
}

/** Whether an email is sent as it is worded. */
export const isSwitchedOn = (kind: EventMail, { is_sent }: { is_sent?: boolean }): boolean =>
  is_sent ?? !policyOf(kind).isOptional

/** The wording of an email for a person. */
export const wordedAs = (kind: EventMail, { attended }: Pick<Attendance, 'attended'>): EventMail =>
  kind === 'follow-up' && !attended ? 'follow-up-missed' : kind

/** Returns the kind whose wording an email has. */
export const mailWordedBy = (kind: EventMail): EventMail => (kind === 'follow-up-missed' ? 'follow-up' : kind)

/** Whether a scheduled mail has a reason by then: people who came are told apart where a door was used. */
export const hasReason = (kind: ScheduledMail, { attended }: Pick<Totals, 'attended'>): boolean =>
  kind !== 'follow-up' || attended > 0

/** Edits within this time of the first are told by one email, in milliseconds. */
export const EDITS_MS = 10 * 60_000

/** The facts that people know of an event. */
export type MailedFacts = ReturnType<typeof mailedFactsOf>

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
  // Forms say of every event what is so of one without it.
  attendance_mode = 'in_person',
  instructions,
}: Pick<
  OsdiEvent,
  ('start_date' | 'end_date' | 'start_date_utc' | 'end_date_utc') | ('location' | 'attendance_mode' | 'instructions')
>) => ({
  start_date,
  end_date,
  start_date_utc,
  end_date_utc,
  location,
  attendance_mode,
  ...(attendance_mode !== 'in_person' &&
    instructions !== undefined && { instructions: derivedId('instructions', instructions) }),
})

/**
 * Returns whether an email to the people of an event still comes in time. Nothing is mailed about an event that is
 * over.
 * @param cause the start that a reminder is of, the end that an email afterwards is of, or the cause of a further email
 */
export function isTimely(kind: EventMail, event: OsdiEvent, now: Date, cause: string | undefined): boolean {
  const { until } = policyOf(kind)
  if (until === 'end') return !isOver(event, now)
  if (until === 'afterwards') return isOver(event, now) && now.toISOString() < (lastUse(event) ?? '')
  const isOfCause = kind === 'extra' ? extraOf(event, cause) !== undefined : event.start_date_utc === cause
  return isOfCause && !hasBegun(event, now)
}

/** When an email afterwards is due whose event has moved since it was to be sent; undefined for others. */
export const dueLater = (kind: EventMail, event: OsdiEvent, now: Date): Date | undefined =>
  kind === 'follow-up' && !isOver(event, now) ? mailDue(kind, event) : undefined

/** The last time at which an email afterwards is of use. */
const lastUse = ({ end_date_utc: end }: Pick<OsdiEvent, 'end_date_utc'>) =>
  end === undefined ? undefined : new Date(Date.parse(end) + AFTERWARDS_MS).toISOString()

/**
 * Returns whether an email is still wanted as the event and the attendance are now.
 * @param cause that of a further email, which says to whom it goes
 */
export function isWanted(kind: EventMail, { event, attendance, person }: Rsvp, cause: string | undefined): boolean {
  const { to, of, isEndedByQuiet } = policyOf(kind)
  if (!originPolicy(event).autoresponse) return false
  const further = kind === 'extra' ? extraOf(event, cause) : undefined
  if (kind === 'extra' && !(further && isExtraFor(further.to, attendance))) return false
  if (attendance.merged_into !== undefined || !addressOf(person, kind) || (attendance.quiet && isEndedByQuiet))
    return false
  return (event.status ?? 'confirmed') === of && to.includes(standingOf(attendance))
}

/**
 * The address that a person takes an email at; undefined where nothing may go. Emails about an RSVP are no newsletter:
 * a person who is not on the mailing list has asked for them with the RSVP. `guests` is a message about the event.
 */
export function addressOf(person: Person, kind: EventMail | 'message' | 'guests'): string | undefined {
  const [email] = person.email_addresses
  if (!email || person.erased_date !== undefined) return undefined
  if (email.status === 'subscribed') return email.address
  const isForSubscribers = kind === 'message' || (kind !== 'guests' && policyOf(kind).isForSubscribers)
  return !isForSubscribers && DELIVERABLE_STATUSES.has(email.status) ? email.address : undefined
}

/** Statuses of addresses that are not on the mailing list and get the emails that their person asks for. */
const DELIVERABLE_STATUSES = new Set<string>(['unsubscribed', 'previous bounce', 'previous spam complaint'])
