import { unsubscribeToken } from '../attendances/links/link-token.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import { type OptInMail, holderOf, mayConfirm } from './opt-in.js'
import { optInToken } from './opt-in-token.js'
import { optInStore } from './store/opt-in-store.js'
import { loadKeys } from '../attendances/links/link-key-store.js'

/**
 * The email by which a person confirms a ticked box, or says that the list may keep them. A stranger may have typed the
 * address, so the email holds nothing that was typed.
 */
export const optInMail: KindOfMail<OptInMail> = {
  names: ['opt-in', 'opt-in-listed'],
  async write({ kind, opt_in: id }, { table, site, now }) {
    const asked = await optInStore(table).find(id, now())
    if (!asked) return undefined
    const person = await holderOf(table, asked, id)
    const address = person?.email_addresses[0]?.address
    if (!person || address === undefined || !mayConfirm(asked, person)) return undefined
    const [{ settings, title }, keys] = await Promise.all([wordingsFor(table, asked.owner), loadKeys(table)])
    const { language, messages } = mailMessagesFor(asked.language ?? settings.language)
    const values = {
      text: asked.text,
      page: { address: asked.page },
      group: title ?? new URL(site.publicUrl).host,
      unsubscribe: { address: `${site.publicUrl}/unsubscribe/${unsubscribeToken(keys, person.id)}` },
      link: { address: `${site.publicUrl}/opt-in/${optInToken(keys, id)}` },
    }
    return {
      owner: asked.owner,
      person: person.id,
      mail: {
        kind,
        from_name: title && oneLine(title),
        to: { address },
        reply_to: settings.reply_to,
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
}
