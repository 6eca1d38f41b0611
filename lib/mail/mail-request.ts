import type { EventMail } from './kinds-of-event-email.js'
import type { Mail } from './mail.js'
import type { MailWording } from './mail-wording.js'
import type { Owner } from '../runtime/owner.js'

/**
 * An email that is to be sent, by its cause. What it says is read when it is sent. Each kind of mail has further fields
 * of its own.
 */
export interface MailRequest {
  kind: string
  /** The person that it goes to: of two people with one address, one gets it. */
  person?: string
  /** Whether a form has caused it, which a stranger may have filled in. */
  from_form?: boolean
}

/** An email to the person of an attendance, for itself or as one of a mailing of this cause. */
export interface RsvpMailRequest {
  kind: EventMail
  event: string
  person: string
  mailing?: string
  cause?: string
  /** The edit of several dates of a series whose dates the email names. */
  edit?: string
  /** People who answered after this time know already. */
  answered_before?: string
  /** Further events of the same email, in the order of their starts. */
  dates?: string[]
  from_form?: boolean
}

/** A test of a wording, to its author. */
export interface WordingTest {
  kind: EventMail
  event: string
  address: string
  wording: MailWording
}

/** The outcome of a request: an email was sent, was not needed, or was refused for good. */
export type MailOutcome = 'sent' | 'not needed' | 'refused'

/** The owner, person and mailing of an email, for reports and for notices of bounces. */
export interface MailFacts {
  owner?: Owner | undefined
  person?: string | undefined
  mailing?: string | undefined
  /** The event whose team hears that the email bounced. */
  of_event?: string | undefined
}

/** An email that was made for a request. */
export interface Rendered extends MailFacts {
  /** Whether a supporter at whose event nobody on the team has looked causes it: it counts as one of a form. */
  is_of_stranger?: boolean
  mail: Omit<Mail, 'id'>
}

/** A claim of a request. Another process may claim the request after some seconds: this one has crashed then. */
export interface MailClaim {
  attempts: number
  by: string
}

/** Another process is at a request, or has crashed at it, until a time. */
export interface Taken {
  taken_until: string
}

export const isTaken = (found: unknown): found is Taken =>
  typeof found === 'object' && found !== null && 'taken_until' in found

/** A request that was done before. */
export interface MailDone {
  outcome: MailOutcome
  /** Whether the report of its mailing counts it already. */
  isCounted: boolean
  person?: string | undefined
}
