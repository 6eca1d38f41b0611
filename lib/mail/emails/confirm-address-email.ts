import { addressedIn } from '../../access/store/addresses.js'
import type { OsdiEvent } from '../../events/event.js'
import { loadEvent } from '../../events/store/load-event.js'
import { comparableEmail } from '../../fields/email-address.js'
import { getOne } from '../../table/reads.js'
import { type Table, keyOf } from '../../table/table.js'
import { type ConfirmAddressMail, addressLink, addressesToAsk, idOfAddress } from '../confirmed-address.js'
import type { KindOfMail } from '../kind-of-mail.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import { confirmedAddresses } from '../store/confirmed-addresses.js'
import { wordingsFor } from '../store/mail-wordings.js'
import { mailMessagesFor } from '../texts.js'
import { loadKeys } from '../../attendances/links/link-key-store.js'

/** The email with a button, by which an address that an organizer typed agrees to what it is to get. */
export const confirmAddressMail: KindOfMail<ConfirmAddressMail> = {
  names: ['confirm-address'],
  async write({ kind, purpose, event: of, address, cause }, { table, site, now }) {
    const event = await loadEvent(table, of)
    const isAsked =
      event?.status !== 'cancelled' &&
      addressesToAsk(event ?? {}).some((each) => each.purpose === purpose && each.address === address)
    if (!event || !isAsked) return undefined
    const { owner } = event
    const [addresses, id] = [confirmedAddresses(table), idOfAddress(owner, purpose, address)]
    const asked = { owner, purpose, event: of, cause }
    if (purpose === 'contact' && (await isOfTeamOrHost(table, event, address))) {
      await addresses.know(id, asked, now())
      return undefined
    }
    if (!(await addresses.ask(id, asked, now()))) return undefined
    const [{ settings, title }, keys] = await Promise.all([wordingsFor(table, owner), loadKeys(table)])
    const { language, messages } = mailMessagesFor(event.language ?? settings.language)
    const values = {
      event: event.title,
      group: title ?? '',
      link: { address: addressLink(site, keys, id) },
    }
    return {
      owner,
      of_event: of,
      mail: {
        kind,
        event: of,
        from_name: title && oneLine(title),
        to: { address },
        reply_to: settings.reply_to,
        ...write(messages[kind][purpose], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
}

/** Whether an address belongs to the team, or to the supporter who hosts the event and has verified it. */
async function isOfTeamOrHost(table: Table, event: OsdiEvent, address: string): Promise<boolean> {
  const [team, host] = await Promise.all([
    addressedIn(table, event.owner, () => true),
    event.host_link && getOne(table, keyOf.person(event.creator)),
  ])
  return [...team, ...((host?.['email_addresses'] ?? []) as { address: string }[])].some(
    (each) => comparableEmail(each.address) === comparableEmail(address),
  )
}
