import { isInLine } from '../../attendances/attendance-fields.js'
import { type Attendance, statusOf } from '../../attendances/attendance.js'
import type { OsdiEvent } from '../../events/event.js'
import type { ExtraEmail } from '../../events/extra-emails.js'
import { ALL, type EventMailPolicy } from '../event-email-policy.js'

/*
 * The further emails of an event, each due so many minutes before the start. What one says, and to whom, is read when
 * it is sent; when it is due belongs to its cause.
 */

/** Goes to some people of an event, at a time before the start that the organizers choose. */
export const extra = {
  cause: 'event',
  to: ALL,
  of: 'confirmed',
  until: 'start',
  isEndedByQuiet: true,
} as const satisfies EventMailPolicy

/** The positions of the emails. Each is due by itself. */
export const EXTRA_MAILS = ['extra-1', 'extra-2'] as const
export type ExtraMail = (typeof EXTRA_MAILS)[number]

export const isExtraMail = (kind: string): kind is ExtraMail => EXTRA_MAILS.some((each) => each === kind)

type Scheduled = Partial<Pick<OsdiEvent, 'emails' | 'start_date_utc'>>

const emailAt = (kind: ExtraMail, { emails = [] }: Scheduled): ExtraEmail | undefined =>
  emails[EXTRA_MAILS.indexOf(kind)]

/** The cause of an email: an event that moves has it again, and one whose text is edited has not. */
export function causeOfExtra(kind: ExtraMail, event: Scheduled): string | undefined {
  const email = emailAt(kind, event)
  return email && event.start_date_utc && `${kind} ${event.start_date_utc} ${email.when}`
}

/** Returns when an email is due; undefined for an event without it, or without a start. */
export function extraDue(kind: ExtraMail, event: Scheduled): Date | undefined {
  const email = emailAt(kind, event)
  return email && event.start_date_utc !== undefined
    ? new Date(Date.parse(event.start_date_utc) - email.when * 60_000)
    : undefined
}

/** The email of a cause as it is now; undefined where it was moved or removed. */
export function extraOf(event: Scheduled, cause: string | undefined): ExtraEmail | undefined {
  const kind = EXTRA_MAILS.find((each) => cause !== undefined && causeOfExtra(each, event) === cause)
  return kind && emailAt(kind, event)
}

/**
 * Whether an email goes to the person of an attendance, or went to them at a time.
 * @param at the time; now without it
 */
export function isExtraFor(to: ExtraEmail['to'], attendance: Attendance, at?: string): boolean {
  if (to === 'waiting') return isInLine(attendance)
  const { confirmed_date: confirmed } = attendance
  const isConfirmed = confirmed !== undefined && (at === undefined || confirmed <= at)
  return statusOf(attendance) === 'accepted' && (to === 'coming' || !isConfirmed)
}

/** A person gets no second further email within this time. */
const TOLD_MS = 3 * 60 * 60_000

/** A person who was told after this time gets no further email that begins at another. */
export const toldSince = (begins: string): string => new Date(Date.parse(begins) - TOLD_MS).toISOString()

/** An email to the people of the event that has begun before. */
export interface Told {
  kind: string
  at: string
  to: ExtraEmail['to']
}

/**
 * Returns those of other emails that tell people so shortly before an email that they do not get it.
 * @param begun when the email began; of several that began together, the first in the order of their kinds tells
 */
export const toldBefore = (told: Told[], { kind, at: begun }: Pick<Told, 'kind' | 'at'>): Told[] =>
  told.filter(({ kind: other, at }) => {
    const isEarlier = at < begun || (at === begun && (!isExtraMail(other) || other < kind))
    return isEarlier && at > toldSince(begun)
  })
