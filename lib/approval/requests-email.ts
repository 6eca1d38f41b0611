import type { Role } from '../access/group.js'
import { mayDo } from '../access/permissions.js'
import { addressedIn } from '../access/store/addresses.js'
import { attendanceId, isRequested } from '../attendances/attendance.js'
import { findRsvp } from '../attendances/store/rsvp-store.js'
import { loadEvent } from '../events/store/load-event.js'
import { isOver } from '../events/upcoming.js'
import { derivedId } from '../fields/identifier.js'
import { whenOf } from '../mail/sending/write-event-email.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import type { RsvpMailRequest, WordingTest } from '../mail/mail-request.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { mailStore } from '../mail/store/mail-store.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'

/**
 * To the team: requests of an event wait. Without an address it asks for the email to each who may answer, if the
 * request of that person waits still.
 */
export interface RequestsMail {
  kind: 'requests-wait'
  asked: string
  person: string
  address?: string
}

const DAY_MS = 24 * 60 * 60_000

type RsvpMails = KindOfMail<RsvpMailRequest | WordingTest>

/** The email that confirms a request. A day after it, the team is told if nobody has answered. */
export const requestMail = (mails: RsvpMails): RsvpMails => ({
  names: ['requested'],
  async write(request, context) {
    if (!('address' in request)) {
      const { event: asked, person } = request
      const due = new Date(context.now().getTime() + DAY_MS)
      const id = derivedId('requests wait', asked, person, String(request.cause))
      await mailStore(context.table).ask<RequestsMail>(id, { kind: 'requests-wait', asked, person }, due)
    }
    return mails.write(request, context)
  },
})

/** The email to the people of a team who may answer requests that have waited for a day: one a day about an event. */
export const requestsMail = (pathOf: (event: string) => string): KindOfMail<RequestsMail> => ({
  names: ['requests-wait'],
  async write({ kind, asked, person, address }, { table, site, now }) {
    const event = await loadEvent(table, asked)
    if (!event || event.status === 'cancelled' || isOver(event, now())) return undefined
    const { owner, totals } = event
    if (address === undefined) {
      const rsvp = await findRsvp(table, { event: asked, id: attendanceId(asked, person) })
      if (!rsvp || !isRequested(rsvp.attendance)) return undefined
      const team = await addressedIn(
        table,
        owner,
        ({ role }, isAccount) => isAccount || mayDo(role as Role, 'change_guests'),
      )
      const day = String(Math.floor(now().getTime() / DAY_MS))
      for (const each of team)
        await mailStore(table).ask<RequestsMail>(derivedId('mail', kind, asked, day, each.address), {
          kind,
          asked,
          person,
          address: each.address,
        })
      return undefined
    }
    if (totals.requested === 0) return undefined
    const { settings, title } = await wordingsFor(table, owner)
    const { language, messages } = mailMessagesFor(settings.language)
    const values = {
      event: event.title,
      when: whenOf(event, language) ?? messages.unknown_time,
      waiting: new Intl.NumberFormat(language).format(totals.requested),
      link: { address: site.publicUrl + pathOf(asked) },
    }
    return {
      owner,
      mail: {
        kind,
        event: asked,
        from_name: title && oneLine(title),
        to: { address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
})
