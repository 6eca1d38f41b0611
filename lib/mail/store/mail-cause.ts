import { type Attendance, type Standing, standingOf } from '../../attendances/attendance.js'
import type { AttendableEvent } from '../../events/event.js'
import type { Autoresponse } from '../../attendances/record-attendance.js'
import type { AttendanceMail } from '../kinds-of-event-email.js'
import { originPolicy } from '../../events/origin.js'

/** The word by which the stream tells the function that sends emails of an item. */
export const ANNOUNCES_MAIL = { announces: 'mail' }

/** The attributes of an attendance that tell the function that sends emails. */
export interface Mails {
  announces?: string
  mails?: string
}

/** Returns the email that a write of an attendance causes. */
export type MailCause = (written: Attendance) => Mails

/** The cause of no email. */
export const noMail: MailCause = () => ({})

/**
 * The attributes by which a person is told the outcome of an attendance. They are written with it, so that the email
 * is as certain as the attendance. `mails` names the cause: an email is sent once for each.
 */
const mailsOf = (kind: AttendanceMail, now: string, autoresponse: Autoresponse = true): Mails => ({
  ...ANNOUNCES_MAIL,
  mails: `${kind} ${now}${autoresponse === true ? '' : ' form'}`,
})

/** In place of a kind of mail, where a caller has asked for none. */
const NO_MAIL = 'none'

/** The same of an attendance that a person gets or takes up again; none where the event sends no emails. */
export const mailOfRsvp =
  (event: AttendableEvent, autoresponse: Autoresponse = true): MailCause =>
  (written) => {
    if (!originPolicy(event).autoresponse) return {}
    const standing = standingOf(written)
    // A person who has canceled is told of a decision, of what the organizer did, or of what they did by their link.
    const isDeclined = standing === 'declined' && written.request?.state === 'declined'
    const told = standing === 'declined' ? written.cancellation : undefined
    const canceled = told && (told.by === 'guest' ? 'rsvp-withdrawn' : 'rsvp-cancelled')
    const kind = isDeclined ? 'request-declined' : (canceled ?? KINDS[standing])
    return answerMails(kind, written.modified_date, autoresponse)
  }

/** The email by where a person stands. A confirmation is not sent to people who canceled. */
const KINDS = {
  accepted: 'confirmation',
  tentative: 'waitlisted',
  requested: 'requested',
  declined: 'confirmation',
} as const satisfies Record<Standing, AttendanceMail>

/**
 * The same of one that is promoted from a waiting list. Only events of the interface have one.
 * @param own the request by which the person has just joined it: they get the normal confirmation
 */
export const mailOfPromotion = (
  { modified_date }: Attendance,
  own: { autoresponse?: Autoresponse | undefined } | undefined,
): Mails => (own ? answerMails('confirmation', modified_date, own.autoresponse) : mailsOf('promoted', modified_date))

/** The same of one kind. */
const answerMails = (kind: AttendanceMail, now: string, autoresponse: Autoresponse = true): Mails =>
  autoresponse && !(autoresponse === 'series' && kind === 'confirmation')
    ? mailsOf(kind, now, autoresponse)
    : { mails: `${NO_MAIL} ${now}` }
