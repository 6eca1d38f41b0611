import { requestMail, requestsMail } from '../approval/requests-email.js'
import { optInMail } from '../consent/opt-in-email.js'
import { hostMails } from '../hosting/host-decision-email.js'
import { hostVerifyMail } from '../hosting/host-verify-email.js'
import { reviewMail } from '../hosting/review-email.js'
import { addressLostMail } from '../mail/emails/address-lost-email.js'
import { confirmAddressMail } from '../mail/emails/confirm-address-email.js'
import { listMail } from '../mail/emails/list-email.js'
import { messageMails } from '../mail/emails/message-email.js'
import { organizerMails } from '../mail/emails/organizer-numbers-email.js'
import { type NextOf, rsvpMails } from '../mail/sending/rsvp-emails.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import type { MailingDependencies } from '../mail/sending/mailings.js'
import { sendingBy } from '../mail/sending/sending.js'
import { CALLS_PAGE } from '../calls/call.js'
import { RESULTS_PAGE } from '../reports/what-worked.js'
import { PASSKEYS, SIGN_IN, eventPath, requestsPath, reviewPath, signInPath, webhookPath } from '../manage/paths.js'
import { ownDataMail } from '../pages/own-data-email.js'
import type { MailSettings } from '../runtime/environment.js'
import { groupIdOf } from '../runtime/owner.js'
import type { Site } from '../runtime/site.js'
import { invitationMail } from '../sign-in/invitation-email.js'
import { passkeyMails } from '../sign-in/passkey-email.js'
import { signInMail } from '../sign-in/sign-in-email.js'
import { teamLinkMail } from '../stewards/team-link-email.js'
import type { Table } from '../table/table.js'
import { webhookDisabledMail } from '../webhooks/webhook-disabled-email.mail.js'
import { offeredNext } from './near.js'

/** The pages of an event to which emails to organizers lead, where their rooms stand. */
const PAGES: string[] = [CALLS_PAGE, RESULTS_PAGE]

/** All kinds of emails. */
export const kindsOfMail = (nextOf: NextOf): KindOfMail[] => [
  requestMail(rsvpMails(nextOf)),
  rsvpMails(nextOf),
  requestsMail(requestsPath),
  messageMails,
  organizerMails(eventPath, PAGES),
  confirmAddressMail,
  addressLostMail((event) => eventPath(event, 'edit')),
  listMail,
  signInMail(signInPath),
  invitationMail(SIGN_IN),
  passkeyMails(PASSKEYS),
  webhookDisabledMail(webhookPath),
  ownDataMail,
  optInMail,
  hostVerifyMail,
  hostMails,
  teamLinkMail,
  reviewMail((owner, campaign) => reviewPath(groupIdOf(owner) ?? '', campaign)),
]

/** Finders of the events that a person is offered after an answer to one. */
const OFFERS: ((table: Table) => NextOf)[] = [offeredNext]

/**
 * Makes what sends the emails of an installation.
 * @param settings undefined where it sends none
 * @param perSecond the emails that the account may send in a second
 * @param at the time by which emails come in time, where it is to come
 */
export function sendingOf(
  table: Table,
  site: Site,
  settings: MailSettings | undefined,
  report: (reason: string) => void,
  perSecond = settings?.perSecond,
  at?: Date,
): MailingDependencies {
  const offers = OFFERS.map((offer) => offer(table))
  const next: NextOf = async (event, person) => (await Promise.all(offers.map((offer) => offer(event, person)))).flat()
  return sendingBy(kindsOfMail(next), next, { table, site, settings, perSecond, at, report })
}
