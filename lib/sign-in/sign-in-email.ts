import type { KindOfMail } from '../mail/kind-of-mail.js'
import { write } from '../mail/sending/wording.js'
import { mailMessagesFor } from '../mail/texts.js'
import type { SignInMail } from './sign-in-requests.js'
import { accessOfAddress, createLink } from './store/sign-in-store.js'

/**
 * The email with a link to sign in. The link is made here, so that its secret is nowhere but in the email. An address
 * without a role in any group or account gets none.
 * @param pathOf the path of a link in addresses, by its secret
 */
export const signInMail = (pathOf: (secret: string) => string): KindOfMail<SignInMail> => ({
  names: ['sign-in'],
  async write({ kind, address, language: wanted }, { table, site, now }) {
    if ((await accessOfAddress(table, address)).length === 0) return undefined
    const { secret } = await createLink(table, address, now())
    const { language, messages } = mailMessagesFor(wanted)
    const link = { address: site.publicUrl + pathOf(secret) }
    return { mail: { kind, to: { address }, ...write(messages[kind], { link }, { language }) } }
  },
})
