import type { Owner } from '../runtime/owner.js'
import { derivedId } from '../fields/identifier.js'
import type { MailStore } from '../mail/mail-request.js'
import type { Allowance, RateStore } from '../http/state/rate-limit.js'
import { addressIdOf, signInAddress } from '../access/sign-in-address.js'
import type { SessionToken, SignInStore } from './sign-in.js'

/** A request for a link to sign in. */
export interface SignInRequest {
  address: string
  /** Language of the mail. */
  language: string
  /** The network that it comes from, in a form that identifies it and does not show it. */
  network: string
  /** The browser's token of an earlier sign-in. */
  browser: SessionToken | undefined
}

/** A link to sign in that was asked for. */
export interface SignInMail {
  kind: 'sign-in'
  address: string
  language: string
}

/** To the address of a new member of a group. */
export interface Invitation {
  kind: 'invited'
  owner: Owner
  address: string
  by: string
  language: string
}

/** Mails links to sign in, and invitations. */
export interface SignInMails {
  /**
   * Asks for a mail with a link, within the limits. It does the same for an address that has no role anywhere, which
   * gets no mail.
   * @returns the limit that counts
   */
  ask(request: SignInRequest, now: Date): Promise<Allowance>
  /** Tells a new member of a group how to sign in. Repeating it for the same person sends nothing more. */
  invite(person: string, invitation: Omit<Invitation, 'kind'>): Promise<void>
}

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
  browsers,
  newId,
}: {
  mails: Pick<MailStore, 'ask'>
  attempts: RateStore
  browsers: Pick<SignInStore, 'knows'>
  newId: () => string
}): SignInMails => {
  const take = (of: string[], limit: typeof OF_ONE, now: Date) =>
    attempts.take(derivedId('mail to sign in', of.join(' ')), limit, now)

  const allowanceOf = async (address: string, { network, browser }: SignInRequest, now: Date) => {
    if (browser?.address === addressIdOf(address) && (await browsers.knows(browser, now)))
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
