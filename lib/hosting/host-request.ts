import { derivedId } from '../fields/identifier.js'
import type { Owner } from '../runtime/owner.js'
import { mailboxOf } from '../mail/mailbox.js'

/** The input of a supporter, kept between the form and the link of the email. It is the only trace of it. */
export interface HostRequest {
  /** The id of the event that the link makes. */
  id: string
  campaign: string
  owner: Owner
  /** The inputs of the form, which are read again when the link is used. */
  inputs: Record<string, string>
  /** The address that the email goes to, and its mailbox. */
  address: string
  mailbox: string
  /** Language of the email. */
  language: string
  created_date: string
  /** In seconds since 1970. */
  expires: number
}

/** The life of a link that was not used, and of its place among the unanswered ones of its mailbox, in seconds. */
export const HOST_LINK_S = 48 * 60 * 60

/** To a supporter who wants to host an event. */
export interface HostVerifyMail {
  kind: 'host-verify'
  /** The id of the request of the host. */
  request: string
}

/** Unanswered links of a mailbox, over all campaigns. */
export const MOST_UNANSWERED = 3

/** Addresses are personal data, so keys have ids that are made of their mailboxes. */
export const mailboxId = (address: string): string => derivedId('host links', mailboxOf(address))

/** Makes the request of a form. */
export const newHostRequest = (
  typed: Pick<HostRequest, 'campaign' | 'owner' | 'inputs' | 'address' | 'language'>,
  { id, now }: { id: string; now: Date },
): HostRequest => ({
  id,
  ...typed,
  mailbox: mailboxId(typed.address),
  created_date: now.toISOString(),
  expires: Math.floor(now.getTime() / 1000) + HOST_LINK_S,
})
