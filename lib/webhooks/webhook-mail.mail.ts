import type { MailRequest, Rendered } from '../mail/mail-request.js'
import type { Site } from '../runtime/site.js'
import type { WritingDependencies } from '../app/write-mail.js'
import { mailMessagesFor } from '../mail/texts/messages.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { write } from '../mail/sending/wording.js'

/** Writes the mail about a webhook that was disabled. */
export async function webhookMail(
  { owner, webhook, address }: Extract<MailRequest, { kind: 'webhook-disabled' }>,
  { site, readFor, webhookPath }: Pick<WritingDependencies, 'readFor' | 'webhookPath'> & { site: Site },
): Promise<Rendered> {
  const { settings, title } = await readFor(owner)
  const { language, messages } = mailMessagesFor(settings.language)
  const values = {
    group: title ?? address,
    webhook: { address: `${site.publicUrl}/api/v2/webhooks/${webhook}` },
    link: { address: site.publicUrl + webhookPath(owner, webhook) },
  }
  return {
    owner,
    mail: {
      kind: 'webhook-disabled',
      to: { address },
      ...write(messages['webhook-disabled'], values, { language, from: { ...lookOf(settings), title } }),
    },
  }
}
