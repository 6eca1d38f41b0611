import type { Rendered } from '../mail/mail-request.js'
import type { Site } from '../runtime/site.js'
import type { SignInStore } from './sign-in.js'
import { mailMessagesFor } from '../mail/texts/messages.js'
import { write } from '../mail/sending/wording.js'

/**
 * Writes the mail with a link to sign in. The link is made here, so that its secret is nowhere but in the mail.
 * @param pathOf the path of a link in addresses, by its secret
 * @returns undefined for an address without a role in any group or account
 */
export async function signInMail(
  { address, language: wanted }: { address: string; language: string },
  {
    signIns,
    site,
    pathOf,
    now,
  }: {
    signIns: Pick<SignInStore, 'accessOf' | 'createLink'>
    site: Site
    pathOf: (secret: string) => string
    now: () => Date
  },
): Promise<Rendered | undefined> {
  if ((await signIns.accessOf(address)).length === 0) return undefined
  const { secret } = await signIns.createLink(address, now())
  const { language, messages } = mailMessagesFor(wanted)
  const link = { address: site.publicUrl + pathOf(secret) }
  return { mail: { kind: 'sign-in', to: { address }, ...write(messages['sign-in'], { link }, { language }) } }
}
