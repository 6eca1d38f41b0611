import { derivedId } from '../identifier.js'
import type { MailStore } from './mail-request.js'
import type { RateStore } from '../rate-limit.js'
import { signInAddress } from '../access/sign-in.js'

/** Mails links to sign in. */
export interface SignInMails {
  /**
   * Asks for a mail with a link, within the limit of its address. It does the same for an address that has no role
   * anywhere, which gets no mail.
   * @param language of the mail
   */
  ask(address: string, language: string, now: Date): Promise<void>
}

/** How many links may be mailed to an address. */
const LIMIT = { requests: 5, seconds: 60 * 60 }

/** What follows a request is the same for every address, and takes as long. */
export const signInMails = ({
  mails,
  attempts,
  newId,
}: {
  mails: Pick<MailStore, 'ask'>
  attempts: RateStore
  newId: () => string
}): SignInMails => ({
  async ask(sent, language, now) {
    const address = signInAddress(sent)
    const { isExceeded } = await attempts.take(derivedId('mail to sign in', address), LIMIT, now)
    if (!isExceeded) await mails.ask(newId(), { kind: 'sign-in', address, language })
  },
})
