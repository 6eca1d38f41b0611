import { peopleCame, peopleComing } from '../../events/totals.js'
import { loadEvent } from '../../events/store/load-event.js'
import type { KindOfMail, MailContext } from '../kind-of-mail.js'
import type { Rendered } from '../mail-request.js'
import { ORGANIZER_MAILS, type OrganizerMailRequest } from '../emails-to-organizers.js'
import { chosenMails } from '../store/chosen-mails.js'
import { wordingsFor } from '../store/mail-wordings.js'
import { mailMessagesFor } from '../texts.js'
import { messagesFor } from '../../texts/messages.js'
import { placeOf } from '../../events/event-place.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import { whenOf } from '../sending/write-event-email.js'

/** The path of an event in the organizer's interface, or of a page of it. */
type EventPath = (id: string, page?: string) => string

/**
 * The mails about an event to the organizers who have chosen them.
 * @param pages the pages of an event that rooms bring; a line whose page is not there is left out
 */
export const organizerMails = (eventPath: EventPath, pages: string[]): KindOfMail<OrganizerMailRequest> => ({
  names: ORGANIZER_MAILS,
  write: (request, context) => organizerMail(request, context, eventPath, pages),
})

/**
 * Writes the email with the numbers of this moment.
 * @returns undefined for an organizer who has not chosen it any more or has no role, and for an event that does not
 *   take place
 */
async function organizerMail(
  { kind, event: id, organizer }: OrganizerMailRequest,
  { table, site }: MailContext,
  eventPath: EventPath,
  pages: string[],
): Promise<Rendered | undefined> {
  const event = await loadEvent(table, id)
  if (!event || event.status === 'cancelled') return undefined
  const [address, { settings, title }] = await Promise.all([
    chosenMails(table).addressOf(event.owner, organizer, kind),
    wordingsFor(table, event.owner),
  ])
  if (address === undefined) return undefined
  const { language, messages } = mailMessagesFor(settings.language)
  const { accepted, confirmed, waitlisted, attended } = event.totals
  const number = (count: number) => new Intl.NumberFormat(language).format(count)
  const page = (name?: string) => ({ address: site.publicUrl + eventPath(id, name) })
  const pageOfRoom = (name: string) => (pages.includes(name) ? page(name) : '')
  const { no_one, ...texts } = messages.report
  const wasCounted = attended > 0
  const values = {
    event: event.title,
    when: whenOf(event, language) ?? messages.unknown_time,
    where: placeOf(event, { lang: language, messages: messagesFor(language).messages }),
    coming: wasCounted || kind === 'eve' ? number(peopleComing(event.totals)) : '',
    confirmed: number(confirmed),
    unconfirmed: number(accepted - confirmed),
    waiting: number(waitlisted),
    attended: wasCounted ? number(peopleCame(event.totals)) : '',
    no_one: wasCounted ? '' : no_one,
    calls: accepted > confirmed ? pageOfRoom('calls') : '',
    guests: page('guests'),
    worked: pageOfRoom('worked'),
    copy: page(),
  }
  return {
    owner: event.owner,
    person: organizer,
    mail: {
      kind,
      event: id,
      from_name: title && oneLine(title),
      to: { address },
      ...write(kind === 'eve' ? messages.eve : texts, values, {
        language,
        footer: [messages.footer_organizer],
        from: { ...lookOf(settings), title },
      }),
    },
  }
}
