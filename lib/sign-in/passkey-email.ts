import type { KindOfMail } from '../mail/kind-of-mail.js'
import { write } from '../mail/sending/wording.js'
import { mailMessagesFor } from '../mail/texts.js'
import type { PasskeyMail } from './passkeys/passkey.js'

/**
 * The mails about a passkey that was added to an address, or removed. Their link leads to the passkeys.
 * @param page the path of the page with the passkeys of who is signed in
 */
export const passkeyMails = (page: string): KindOfMail<PasskeyMail> => ({
  names: ['passkey-added', 'passkey-removed'],
  write({ kind, address, name, language: wanted }, { site }) {
    const { language, messages } = mailMessagesFor(wanted)
    const values = { address, name, link: { address: site.publicUrl + page } }
    return Promise.resolve({
      mail: { kind, to: { address }, ...write(messages[kind], values, { language }) },
    })
  },
})
