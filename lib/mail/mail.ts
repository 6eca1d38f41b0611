/** An email, complete but for how it is sent. */
export interface Mail {
  /** Follows from the cause, so that an email that was sent twice is the same email. */
  id: string
  /** The kind of mail; the header X-Turnout-Kind says it. */
  kind: string
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
  /** The address whose code its pass shows. */
  code?: string | undefined
  /** A file for its reader. */
  attachment?: { filename: string; content: string } | undefined
  /** The address that takes the person off the list by a POST (RFC 8058). */
  unsubscribe_url?: string | undefined
}

/** The transport of emails. */
export interface Mailer {
  /**
   * Sends an email. It may be sent again after a crash.
   * @throws MailRefused when no attempt with this email can succeed; any other error may pass
   */
  send(mail: Mail): Promise<void>
}

/** The email itself, or its address, was refused: trying again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
