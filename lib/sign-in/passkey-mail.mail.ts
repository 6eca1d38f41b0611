import type { MailRequest, Rendered } from '../mail/mail-request.js'
import type { PasskeyMail } from '../mail/mail.js'
import { mailMessagesFor } from '../mail/texts/messages.js'
import { write } from '../mail/sending/wording.js'
import type { WritingDependencies } from '../app/write-mail.js'

/** Writes the mail about a passkey that was added to an address, or removed. Its link leads to the passkeys. */
export function passkeyMail(
  { kind, address, name, language: wanted }: Extract<MailRequest, { kind: PasskeyMail }>,
  { site, passkeysPage }: Pick<WritingDependencies, 'site' | 'passkeysPage'>,
): Rendered {
  const { language, messages } = mailMessagesFor(wanted)
  const values = { address, name, link: { address: site.publicUrl + passkeysPage } }
  return { mail: { kind, to: { address }, ...write(messages[kind], values, { language }) } }
}
