import { derivedId } from '../fields/identifier.js'
import type { MailStore } from '../mail/store/mail-store.js'
import type { RateStore } from '../http/state/rate-store.js'
import { addressIdOf, signInAddress } from '../access/sign-in-address.js'
import type { App } from '../table/app.js'
import type { Invitation, SignInMail, SignInMails, SignInRequest } from './sign-in-requests.js'
import { knowsBrowser } from './store/sign-in-store.js'

const HOUR = 60 * 60

/** The limit of links for an address that one network asks for, or one browser that has signed in with it. */
const OF_ONE = { requests: 5, seconds: HOUR }

/** The limit of links for an address from all networks together. */
const OF_ALL = { requests: 20, seconds: HOUR }

/**
 * Answers a request for a link. The answer is the same for every address, and takes as long. Strangers who ask for the
 * address of another use up the limit of their own network first, and never that of a browser that has signed in.
 */
export const signInMails = ({
  mails,
  attempts,
  table,
  newId,
}: {
  mails: Pick<MailStore, 'ask'>
  attempts: RateStore
  table: App['table']
  newId: () => string
}): SignInMails => {
  const take = (of: string[], limit: typeof OF_ONE, now: Date) =>
    attempts.take(derivedId('mail to sign in', of.join(' ')), limit, now)

  const allowanceOf = async (address: string, { network, browser }: SignInRequest, now: Date) => {
    if (browser?.address === addressIdOf(address) && (await knowsBrowser(table, browser, now)))
      return take([address, 'browser', browser.secret], OF_ONE, now)
    const fromHere = await take([address, 'network', network], OF_ONE, now)
    return fromHere.isExceeded ? fromHere : take([address], OF_ALL, now)
  }

  return {
    async ask(request, now) {
      const address = signInAddress(request.address)
      const allowance = await allowanceOf(address, request, now)
      const { language } = request
      if (!allowance.isExceeded) await mails.ask<SignInMail>(newId(), { kind: 'sign-in', address, language })
      return allowance
    },

    invite: (person, invitation) =>
      mails.ask<Invitation>(derivedId('invited', `${invitation.owner} ${person}`), {
        kind: 'invited',
        ...invitation,
      }),
  }
}
