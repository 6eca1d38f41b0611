import type { Role } from '../../access/group.js'
import { mayDo } from '../../access/permissions.js'
import { addressedIn } from '../../access/store/addresses.js'
import { loadEvent } from '../../events/store/load-event.js'
import { derivedId } from '../../fields/identifier.js'
import type { AgreedTo } from '../confirmed-address.js'
import type { KindOfMail } from '../kind-of-mail.js'
import type { MailStore } from '../store/mail-store.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import { mailStore } from '../store/mail-store.js'
import { wordingsFor } from '../store/mail-wordings.js'
import { mailMessagesFor } from '../texts.js'

/**
 * To the team: an address that an event names takes no email, or has stopped what it had agreed to. Without a reader it
 * asks for the email to each who may change the event.
 */
export type AddressLostMail = {
  event: string
  /** Empty where no event that is known names it any more. */
  address: string
  /** When it stopped, so that the team hears of each time. */
  since?: string
  reader?: string
} & ({ kind: 'address-bounced' } | { kind: 'address-stopped'; purpose: AgreedTo })

/** Asks for the email to the team, once. */
export async function tellTeam(mails: Pick<MailStore, 'ask'>, lost: AddressLostMail): Promise<void> {
  const { kind, event, address, since = '', reader = '' } = lost
  await mails.ask<AddressLostMail>(derivedId('mail', kind, event, address, since, reader), lost)
}

/** @param pathOf the form of an event in the organizer's interface */
export const addressLostMail = (pathOf: (event: string) => string): KindOfMail<AddressLostMail> => ({
  names: ['address-bounced', 'address-stopped'],
  async write(request, { table, site }) {
    const { kind, event: of, address, reader } = request
    const event = await loadEvent(table, of)
    if (!event) return undefined
    const { owner } = event
    if (reader === undefined) {
      const team = await addressedIn(
        table,
        owner,
        ({ role }, isAccount) => isAccount || mayDo(role as Role, 'change_events'),
      )
      for (const { address: each } of team) await tellTeam(mailStore(table), { ...request, reader: each })
      return undefined
    }
    const { settings, title } = await wordingsFor(table, owner)
    const { language, messages } = mailMessagesFor(settings.language)
    const wording =
      request.kind === 'address-bounced' ? messages[request.kind] : messages[request.kind][request.purpose]
    const values = { event: event.title, address, link: { address: site.publicUrl + pathOf(of) } }
    return {
      owner,
      mail: {
        kind,
        event: of,
        from_name: title && oneLine(title),
        to: { address: reader },
        ...write(wording, values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
})
