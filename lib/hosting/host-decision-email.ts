import { loadCampaign } from '../campaigns/store/campaign-store.js'
import { browserUrl } from '../events/documents/browser-url.js'
import { loadEvent } from '../events/store/load-event.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { namesInMails } from '../mail/names-in-mails.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import { loadPerson } from '../people/store/find-people.js'
import { isDeclined } from './review.js'
import { hostToken } from './host-link.js'
import { hostLink } from './host-links.js'
import type { HostMail } from './host-told.js'
import { loadKeys } from '../attendances/links/link-key-store.js'

/**
 * The mails to the host of an event: it is public, or a decision of the team, or another link. None goes where there is
 * no host, or the link was revoked.
 */
export const hostMails: KindOfMail<HostMail> = {
  names: ['host-approved', 'host-declined'],
  async write({ kind, hosted }, { table, site }) {
    const event = await loadEvent(table, hosted)
    if (!event?.host_link || event.host_link.revoked || !event.event_campaign_id) return undefined
    const [host, campaign, { settings, title }, keys] = await Promise.all([
      loadPerson(table, event.creator),
      loadCampaign(table, event.event_campaign_id),
      wordingsFor(table, event.owner),
      loadKeys(table),
    ])
    const address = host?.email_addresses[0]?.address
    if (!address || host.erased_date !== undefined) return undefined
    const { language, messages } = mailMessagesFor(event.language ?? settings.language)
    const { name, given_name } = namesInMails(host)
    const { subject, button, event: ofEvent, change: ofChange } = messages['host-declined']
    const isOfEvent = isDeclined(event)
    const page = browserUrl(site, event)
    const tools = hostLink(site, hostToken(keys, { event: hosted, ...event.host_link })).href
    const values = {
      greeting: given_name
        ? messages.greeting.replace('{given_name}', () => given_name)
        : messages.greeting_without_name,
      event: event.title,
      campaign: campaign?.title ?? title ?? '',
      note: event.review?.note ?? '',
      instructions: campaign?.host_instructions ? { html: campaign.host_instructions } : '',
      page: page === undefined ? '' : { address: page, label: event.title },
      link: { address: kind === 'host-declined' ? `${tools}?page=edit` : tools },
    }
    return {
      owner: event.owner,
      person: host.id,
      mail: {
        kind,
        event: hosted,
        from_name: title && oneLine(title),
        to: { name, address },
        ...write(
          kind === 'host-declined' ? { subject, button, body: isOfEvent ? ofEvent : ofChange } : messages[kind],
          values,
          {
            language,
            from: { ...lookOf(settings), title },
          },
        ),
      },
    }
  },
}
