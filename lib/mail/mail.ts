import type { HostMail } from './host-mails.js'
import type { OrganiserMail } from './organiser-mail.js'
import type { EventMail } from './event-mail.js'

/** The kind of a mail; the header X-Turnout-Kind says it. */
export type MailKind =
  | EventMail
  | 'message'
  | 'sign-in'
  | 'invited'
  | PasskeyMail
  | 'webhook-disabled'
  | 'host-verify'
  | HostMail
  | OrganiserMail

/** A mail about the passkeys of an address. */
export type PasskeyMail = 'passkey-added' | 'passkey-removed'

/** A mail, complete but for how it is sent. */
export interface Mail {
  /** Follows from the cause, so that a mail that was sent twice is the same mail. */
  id: string
  kind: MailKind
  /** Id of the event that it is about. */
  event?: string | undefined
  /** The name of who writes; the address is that of the installation. */
  from_name?: string | undefined
  to: { name?: string | undefined; address: string }
  /** The address that answers go to, where it is not that of the installation. */
  reply_to?: string | undefined
  subject: string
  text: string
  html: string
  /** An invitation or its cancellation (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | undefined
  /** The address that takes the person off the list by a POST (RFC 8058). */
  unsubscribe_url?: string | undefined
}

/** The transport of mails. */
export interface Mailer {
  /**
   * Sends a mail. It may be sent again after a crash.
   * @throws MailRefused when no attempt with this mail can succeed; any other error may pass
   */
  send(mail: Mail): Promise<void>
}

/** The mail itself, or its address, was refused: trying again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
