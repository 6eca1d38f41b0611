import type { Allowance } from '../http/state/rate-store.js'
import type { Owner } from '../runtime/owner.js'
import type { SessionToken } from './sign-in.js'

/** A request for a link to sign in. */
export interface SignInRequest {
  address: string
  /** Language of the email. */
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
   * Asks for an email with a link, within the limits. It does the same for an address that has no role anywhere, which
   * gets no email.
   * @returns the limit that counts
   */
  ask(request: SignInRequest, now: Date): Promise<Allowance>
  /** Tells a new member of a group how to sign in. Repeating it for the same person sends nothing more. */
  invite(person: string, invitation: Omit<Invitation, 'kind'>): Promise<void>
}
