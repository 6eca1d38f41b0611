import type { MailRequest, Rendered } from '../mail-request.js'
import type { OrganiserMail } from '../organiser-mail.js'
import { shareOf } from '../../texts/shares.js'
import { mailMessagesFor } from '../texts/messages.js'
import { messagesFor } from '../../texts/messages.js'
import { placeOf } from '../../events/event-place.js'
import { lookOf } from '../sending/letterhead.js'
import { oneLine, write } from '../sending/wording.js'
import type { WritingDependencies } from '../../app/write-mail.js'
import { whenOf } from './event-mail.js'

/**
 * Writes the mail about an event to an organiser who has chosen it, with the numbers of this moment.
 * @returns undefined for one who has not chosen it any more or has no role, and for an event that does not take place
 */
export async function organiserMail(
  { kind, event: id, organiser }: Extract<MailRequest, { kind: OrganiserMail }>,
  { site, findEvent, readFor, addressOfOrganiser, eventPath }: WritingDependencies,
): Promise<Rendered | undefined> {
  const event = await findEvent(id)
  if (!event || event.status === 'cancelled') return undefined
  const [address, { settings, title }] = await Promise.all([
    addressOfOrganiser(event.owner, organiser, kind),
    readFor(event.owner),
  ])
  if (address === undefined) return undefined
  const { language, messages } = mailMessagesFor(settings.language)
  const { accepted, guests, confirmed, waitlisted, attended } = event.totals
  const number = (count: number) => new Intl.NumberFormat(language).format(count)
  const page = (name?: string) => ({ address: site.publicUrl + eventPath(id, name) })
  const { no_one, ...texts } = messages.report
  const wasCounted = attended > 0
  const values = {
    event: event.title,
    when: whenOf(event, language) ?? messages.unknown_time,
    where: placeOf(event, { lang: language, messages: messagesFor(language).messages }),
    coming: number(accepted + guests),
    rsvps: number(event.total_attendances),
    confirmed: number(confirmed),
    unconfirmed: number(accepted - confirmed),
    waiting: number(waitlisted),
    attended: wasCounted ? number(attended) : '',
    share: wasCounted ? shareOf(attended, event.total_attendances, language) : '',
    no_one: wasCounted ? '' : no_one,
    calls: accepted > confirmed ? page('calls') : '',
    guests: page('guests'),
    worked: page('worked'),
    copy: page(),
  }
  return {
    owner: event.owner,
    person: organiser,
    mail: {
      kind,
      event: id,
      from_name: title && oneLine(title),
      to: { address },
      ...write(kind === 'eve' ? messages.eve : texts, values, {
        language,
        footer: [messages.footer_organiser],
        from: { ...lookOf(settings), title },
      }),
    },
  }
}
