import type { LinkedAttendance } from '../attendances/links/link-token.js'
import { derivedId } from '../fields/identifier.js'
import type { MailStore } from '../mail/store/mail-store.js'

/** To the person of an attendance who asks for what is kept about them. */
export interface OwnDataMail {
  kind: 'own-data'
  attendance: LinkedAttendance
  /** All who have the link can ask: the limit of emails to a mailbox holds. */
  from_form: true
}

/** Requests within this time count as one. */
const ONCE_MS = 10 * 60_000

/** Asks for the email by which a person opens the file with their own data. */
export const askForOwnData = (
  mails: Pick<MailStore, 'ask'>,
  { id, event }: LinkedAttendance,
  now: Date,
): Promise<void> =>
  mails.ask<OwnDataMail>(derivedId('own data', id, String(Math.floor(now.getTime() / ONCE_MS))), {
    kind: 'own-data',
    attendance: { id, event },
    from_form: true,
  })
