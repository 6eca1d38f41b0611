import type { LinkKeys } from '../attendances/links/link-token.js'
import { idToken, readIdToken } from '../attendances/links/link-token.js'
import type { OsdiEvent } from '../events/event.js'
import { comparableEmail } from '../fields/email-address.js'
import { derivedId } from '../fields/identifier.js'
import type { Owner } from '../runtime/owner.js'
import type { Site } from '../runtime/site.js'

/*
 * An address that an organizer typed, and that agrees by mail to what it is to get. An owner asks an address once for
 * all of its events.
 */

/** The uses that an address agrees to: it gets lists of guests, or guests write to it. */
export type AgreedTo = 'list' | 'contact'

/** An address that was asked. The item does not hold the address. */
export interface AskedAddress {
  owner: Owner
  purpose: AgreedTo
  /** The event with which it was asked. */
  event: string
  asked_date: string
  /** The email that asks. */
  cause: string
  confirmed_date?: string
  /** When it took its agreement back. It is not asked again, and may agree at its link. */
  stopped_date?: string
}

/** Asks an address that an organizer has typed. */
export interface ConfirmAddressMail {
  kind: 'confirm-address'
  purpose: AgreedTo
  event: string
  address: string
  cause: string
  /** All who make events can ask: the limit of emails to a mailbox holds. */
  from_form: true
}

/** An address is asked once within this time. */
export const ASKED_AGAIN_MS = 24 * 60 * 60_000

/** The link in the email works for this time. */
export const LINK_MS = 30 * 24 * 60 * 60_000

/** The addresses of an event that agree to something first. */
export function addressesToAsk(event: Pick<OsdiEvent, 'list_to' | 'contact'>): ToAsk[] {
  const { list_to, contact: { email_address } = {} } = event
  return [
    ...(list_to === undefined ? [] : [{ purpose: 'list' as const, address: list_to }]),
    ...(email_address === undefined ? [] : [{ purpose: 'contact' as const, address: email_address }]),
  ]
}

interface ToAsk {
  purpose: AgreedTo
  address: string
}

export const idOfAddress = (owner: Owner, purpose: AgreedTo, address: string): string =>
  derivedId('address', owner, purpose, comparableEmail(address))

const PURPOSE = 'confirm an address'

export const addressToken = (keys: LinkKeys, id: string): string => idToken(keys, id, PURPOSE)

/** Returns the link at which an address agrees, and at which it stops. */
export const addressLink = ({ publicUrl }: Site, keys: LinkKeys, id: string): string =>
  `${publicUrl}/addresses/${addressToken(keys, id)}`

/** @returns undefined when the token is malformed, revoked or not signed by its key */
export const readAddressToken = (keys: LinkKeys, token: string): string | undefined => readIdToken(keys, token, PURPOSE)
