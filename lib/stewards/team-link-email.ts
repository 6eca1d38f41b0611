import { loadEvent } from '../events/store/load-event.js'
import type { KindOfMail } from '../mail/kind-of-mail.js'
import { lookOf } from '../mail/sending/letterhead.js'
import { oneLine, write } from '../mail/sending/wording.js'
import { wordingsFor } from '../mail/store/mail-wordings.js'
import { mailMessagesFor } from '../mail/texts.js'
import { findTeamLink, renewToken, works } from './store/team-link-store.js'
import { teamPath } from './team-link.js'

/** Goes to somebody who is to help with an event by a link. */
export interface TeamLinkMail {
  kind: 'team-link'
  event: string
  link: string
  address: string
}

/**
 * The email with the link of a team. The token is made here, so that it is nowhere but in the email: one that is sent
 * twice has another token the second time, which alone works.
 */
export const teamLinkMail: KindOfMail<TeamLinkMail> = {
  names: ['team-link'],
  async write({ kind, event: eventId, link: id, address }, { table, site, now }) {
    const [event, link] = await Promise.all([loadEvent(table, eventId), findTeamLink(table, eventId, id)])
    if (!event || !link || !(await works(table, event, link, now()))) return undefined
    const token = await renewToken(table, link)
    if (token === undefined) return undefined
    const { settings, title } = await wordingsFor(table, event.owner)
    const { language, messages } = mailMessagesFor(event.language ?? settings.language)
    const values = {
      event: event.title,
      group: title ?? '',
      link: { address: site.publicUrl + teamPath(token) },
    }
    return {
      owner: event.owner,
      mail: {
        kind,
        from_name: title && oneLine(title),
        to: { address },
        ...write(messages[kind], values, { language, from: { ...lookOf(settings), title } }),
      },
    }
  },
}
