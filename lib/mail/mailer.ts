import type { Mailer } from '../domain/mail.js'
import type { MailSettings } from '../environment.js'
import { outbox } from './outbox.js'
import { ses } from './ses.js'
import { smtp } from './smtp.js'

/** Makes what sends the mails of an installation; undefined where it sends none. */
export function mailerOf(settings: MailSettings | undefined): Mailer | undefined {
  if (!settings) return undefined
  const { from, smtpUrl, outboxFolder } = settings
  if (smtpUrl) return smtp(smtpUrl, from)
  return outboxFolder ? outbox(outboxFolder, from) : ses(settings)
}
