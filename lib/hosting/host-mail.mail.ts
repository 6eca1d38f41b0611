import type { HostMail } from '../mail/host-mails.js'
import type { MailRequest, Rendered } from '../mail/mail-request.js'
import { namesInMails } from '../mail/names-in-mails.js'
import { browserUrl } from '../events/documents/browser-url.js'
import { hostLink } from './host-links.js'
import { mailMessagesFor } from '../mail/texts/messages.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import type { WritingDependencies } from '../app/write-mail.js'

/**
 * Writes the mail that proves the address of a supporter who wants to host. A stranger may have typed the address, so
 * the mail holds nothing that was typed but the title, without what programs turn into links.
 */
export async function verifyMail(
  { request: id }: Extract<MailRequest, { kind: 'host-verify' }>,
  { site, findHostRequest, findCampaign, readFor, hostTokens }: WritingDependencies,
): Promise<Rendered | undefined> {
  const request = await findHostRequest(id)
  const campaign = request && (await findCampaign(request.campaign))
  if (!campaign) return undefined
  const [{ settings, title }, tokenOf] = await Promise.all([readFor(campaign.owner), hostTokens.load()])
  const { language, messages } = mailMessagesFor(request.language)
  const values = {
    event: withoutLinks(request.inputs['title'] ?? ''),
    campaign: campaign.title,
    link: { address: hostLink(site, tokenOf({ event: id, generation: 1 })).href },
  }
  return {
    owner: campaign.owner,
    mail: {
      kind: 'host-verify',
      from_name: title && oneLine(title),
      to: { address: request.address },
      ...write(messages['host-verify'], values, { language, from: { ...lookOf(settings), title } }),
    },
  }
}

/** A word that programs of mail turn into a link: an address of the web or of mail, or a name of a host. */
const LINK = /\S*(?::\/\/|@|[\p{L}\p{N}-]\.\p{L}{2,})\S*/gu

/** Returns a text of a stranger without what would become a link. */
export const withoutLinks = (text: string): string => text.replaceAll(LINK, '…')

/** Writes the mail to the host of an event. @returns undefined where there is no host, or the link was revoked */
export async function hostMail(
  { kind, hosted }: Extract<MailRequest, { kind: HostMail }>,
  { site, findEvent, findCampaign, findPerson, readFor, hostTokens }: WritingDependencies,
): Promise<Rendered | undefined> {
  const event = await findEvent(hosted)
  if (!event?.host_link || event.host_link.revoked || !event.event_campaign_id) return undefined
  const [host, campaign, { settings, title }, tokenOf] = await Promise.all([
    findPerson(event.creator),
    findCampaign(event.event_campaign_id),
    readFor(event.owner),
    hostTokens.load(),
  ])
  const address = host?.email_addresses[0]?.address
  if (!address || host.erased_date !== undefined) return undefined
  const { language, messages } = mailMessagesFor(event.language ?? settings.language)
  const { name, given_name } = namesInMails(host)
  const { what_event, what_change, ...declined } = messages['host-declined']
  const values = {
    greeting: given_name
      ? messages.greeting.replace('{given_name}', () => given_name)
      : messages.greeting_without_name,
    event: event.title,
    campaign: campaign?.title ?? title ?? '',
    note: event.review?.note ?? '',
    what: event.status === 'cancelled' ? what_event : what_change,
    instructions: campaign?.host_instructions ? { html: campaign.host_instructions } : '',
    page: { address: browserUrl(site, event) ?? '' },
    link: { address: hostLink(site, tokenOf({ event: hosted, ...event.host_link })).href },
  }
  return {
    owner: event.owner,
    person: host.id,
    mail: {
      kind,
      event: hosted,
      from_name: title && oneLine(title),
      to: { name, address },
      ...write(kind === 'host-declined' ? declined : messages[kind], values, {
        language,
        from: { ...lookOf(settings), title },
      }),
    },
  }
}
