import type { Role } from '../../access/group.js'
import { mayDo } from '../../access/permissions.js'
import { addressedIn } from '../../access/store/addresses.js'
import { loadEvent } from '../../events/store/load-event.js'
import { derivedId } from '../../fields/identifier.js'
import type { KindOfMail } from '../kind-of-mail.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import { mailStore } from '../store/mail-store.js'
import { wordingStore } from '../store/mail-wordings.js'
import { mailMessagesFor } from '../texts.js'

/**
 * To the team: an address that an event names takes no mail. Without a reader it asks for the mail to each who may
 * change the event.
 */
export interface AddressBouncedMail {
  kind: 'address-bounced'
  event: string
  bounced: string
  reader?: string
}

/** @param pathOf the form of an event in the organiser's interface */
export const addressBouncedMail = (pathOf: (event: string) => string): KindOfMail<AddressBouncedMail> => ({
  names: ['address-bounced'],
  async write({ kind, event: of, bounced, reader }, { table, site }) {
    const event = await loadEvent(table, of)
    if (!event) return undefined
    const { owner } = event
    if (reader === undefined) {
      const team = await addressedIn(
        table,
        owner,
        ({ role }, isAccount) => isAccount || mayDo(role as Role, 'change_events'),
      )
      for (const { address } of team)
        await mailStore(table).ask<AddressBouncedMail>(derivedId('mail', kind, of, bounced, address), {
          ...{ kind, event: of, bounced, reader: address },
        })
      return undefined
    }
    const { settings, title } = await wordingStore(table).readFor(owner)
    const { language, messages } = mailMessagesFor(settings.language)
    const values = { event: event.title, address: bounced, link: { address: site.publicUrl + pathOf(of) } }
    return {
      owner,
      mail: {
        ...{ kind, event: of },
        from_name: title && oneLine(title),
        to: { address: reader },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
})
