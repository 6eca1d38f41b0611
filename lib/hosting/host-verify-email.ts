import { loadCampaign } from '../campaigns/store/campaign-store.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { withoutLinks } from '../mail/strangers-text.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import { hostToken } from './host-link.js'
import { hostLink } from './host-links.js'
import type { HostVerifyMail } from './host-request.js'
import { findHostRequest } from './store/hosting-store.js'
import { loadKeys } from '../attendances/links/link-key-store.js'

/**
 * The email that proves the address of a supporter who wants to host. A stranger may have typed the address, so the
 * email holds nothing that was typed but the title, without what programs turn into links.
 */
export const hostVerifyMail: KindOfMail<HostVerifyMail> = {
  names: ['host-verify'],
  async write({ kind, request: id }, { table, site, now }) {
    const request = await findHostRequest(table, id, now())
    const campaign = request && (await loadCampaign(table, request.campaign))
    if (!campaign) return undefined
    const [{ settings, title }, keys] = await Promise.all([wordingsFor(table, campaign.owner), loadKeys(table)])
    const { language, messages } = mailMessagesFor(request.language)
    const values = {
      event: withoutLinks(request.inputs['title'] ?? ''),
      campaign: campaign.title,
      link: { address: hostLink(site, hostToken(keys, { event: id, generation: 1 })).href },
    }
    return {
      owner: campaign.owner,
      mail: {
        kind,
        from_name: title && oneLine(title),
        to: { address: request.address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
}
