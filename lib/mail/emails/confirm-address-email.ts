import { linkKeyStore } from '../../attendances/links/link-key-store.js'
import { loadEvent } from '../../events/store/load-event.js'
import { type ConfirmAddressMail, addressToken, addressesToAsk, idOfAddress } from '../confirmed-address.js'
import type { KindOfMail } from '../kind-of-mail.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import { confirmedAddresses } from '../store/confirmed-addresses.js'
import { wordingStore } from '../store/mail-wordings.js'
import { mailMessagesFor } from '../texts.js'

/** The mail with a button, by which an address that an organiser typed agrees to what it is to get. */
export const confirmAddressMail: KindOfMail<ConfirmAddressMail> = {
  names: ['confirm-address'],
  async write({ kind, purpose, event: of, address, cause }, { table, site, now }) {
    const event = await loadEvent(table, of)
    const isAsked =
      event?.status !== 'cancelled' &&
      addressesToAsk(event ?? {}).some((each) => each.purpose === purpose && each.address === address)
    if (!event || !isAsked) return undefined
    const { owner } = event
    const id = idOfAddress(owner, purpose, address)
    if (!(await confirmedAddresses(table).ask(id, { owner, purpose, event: of, cause }, now()))) return undefined
    const [{ settings, title }, keys] = await Promise.all([
      wordingStore(table).readFor(owner),
      linkKeyStore(table).load(),
    ])
    const { language, messages } = mailMessagesFor(event.language ?? settings.language)
    const values = {
      event: event.title,
      group: title ?? '',
      link: { address: `${site.publicUrl}/addresses/${addressToken(keys, id)}` },
    }
    return {
      owner,
      of_event: of,
      mail: {
        ...{ kind, event: of },
        from_name: title && oneLine(title),
        to: { address },
        reply_to: settings.reply_to,
        ...write(messages[kind][purpose], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
}
