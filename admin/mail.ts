import { outboxOf, provideDefaults, readMail } from '../lib/runtime/environment.js'
import { type MailingDependencies } from '../lib/mail/sending/mailings.js'
import { sendingOf } from '../lib/app/kinds-of-mail.js'
import type { Context } from './command.js'
import { UsageError } from './errors.js'
import { siteOf } from './site.js'

/**
 * Opens what sends mail: as the deployment does, or on this machine into the outbox or by SMTP_URL.
 * @param at the time by which emails come in time, where it is to come
 * @throws UsageError for a deployed table without MAIL_FROM or SMTP_URL
 */
export async function openSending(
  { settings: read, open }: Pick<Context, 'settings' | 'open'>,
  report: (reason: string) => void,
  at?: Date,
): Promise<MailingDependencies> {
  const settings = read()
  if (!settings.tableName) provideDefaults({ MAIL_OUTBOX: outboxOf(settings) })
  const mail = readMail()
  if (!mail) throw new UsageError('Set MAIL_FROM, or SMTP_URL, to what the deployment sends mail with.')
  const { table } = await open()
  return sendingOf(table, siteOf(settings), mail, report, mail.perSecond, at)
}
