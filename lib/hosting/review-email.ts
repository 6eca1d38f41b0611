import { addressedIn } from '../access/store/addresses.js'
import { mayDo } from '../access/permissions.js'
import type { Role } from '../access/group.js'
import { loadCampaign } from '../campaigns/store/campaign-store.js'
import { loadEvent } from '../events/store/load-event.js'
import { derivedId } from '../fields/identifier.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { whenOf } from '../mail/sending/write-event-email.js'
import { mailStore } from '../mail/store/mail-store.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import type { Owner } from '../runtime/owner.js'
import { isWaiting } from './review.js'

/**
 * To the team: an event of a supporter waits, or has waited for a day. Without an address it asks for the email to each
 * who may decide.
 */
export interface ReviewMail {
  kind: 'to-review' | 'reviews-wait'
  waiting: string
  address?: string
}

const HOUR_MS = 60 * 60_000

/** Each address hears of a campaign once in this time, however many events come or wait. */
const ONCE_IN = { 'to-review': HOUR_MS, 'reviews-wait': 24 * HOUR_MS } as const

/** The email to the people of a team who may decide on an event that waits. */
export const reviewMail = (pathOf: (owner: Owner, campaign: string) => string): KindOfMail<ReviewMail> => ({
  names: ['to-review', 'reviews-wait'],
  async write({ kind, waiting, address }, { table, site, now, asOf }) {
    const event = await loadEvent(table, waiting)
    const { event_campaign_id: id, owner, review } = event ?? {}
    if (!event || !owner || !id || !review || !isWaiting(event)) return undefined
    const sinceADay = Date.parse(review.date) + ONCE_IN['reviews-wait']
    if (address === undefined) {
      // A change of the host that has begun to wait since has an email of its own.
      if (kind === 'reviews-wait' && asOf().getTime() < sinceADay) return undefined
      const mails = mailStore(table)
      if (kind === 'to-review')
        await mails.ask<ReviewMail>(
          derivedId('mail', 'reviews-wait', waiting, review.date),
          { kind: 'reviews-wait', waiting },
          new Date(sinceADay),
        )
      const team = await addressedIn(
        table,
        owner,
        ({ role }, isAccount) => isAccount || mayDo(role as Role, 'campaigns'),
      )
      const once = String(Math.floor(now().getTime() / ONCE_IN[kind]))
      for (const each of team)
        await mails.ask<ReviewMail>(derivedId('mail', kind, id, once, each.address), {
          kind,
          waiting,
          address: each.address,
        })
      return undefined
    }
    const [campaign, { settings, title }] = await Promise.all([loadCampaign(table, id), wordingsFor(table, owner)])
    const { language, messages } = mailMessagesFor(settings.language)
    const values = {
      event: event.title,
      when: whenOf(event, language) ?? messages.unknown_time,
      campaign: campaign?.title ?? '',
      link: { address: site.publicUrl + pathOf(owner, id) },
    }
    return {
      owner,
      mail: {
        kind,
        event: waiting,
        from_name: title && oneLine(title),
        to: { address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
})
