import type { Mailer } from '../mail.js'
import type { MailSettings } from '../../runtime/environment.js'
import { outbox } from './transports/outbox.js'
import { ses } from './transports/ses.js'
import { smtp } from './transports/smtp.js'

/** Makes what sends the mails of an installation; undefined where it sends none. */
export function mailerOf(settings: MailSettings | undefined): Mailer | undefined {
  if (!settings) return undefined
  const { from, smtpUrl, outboxFolder } = settings
  if (smtpUrl) return smtp(smtpUrl, from)
  return outboxFolder ? outbox(outboxFolder, from) : ses(settings)
}
