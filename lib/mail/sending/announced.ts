import { type Delivery, deliver } from '../deliver-mail.js'
import { type EventMail, EVENT_MAILS } from '../kinds-of-event-email.js'
import { derivedId } from '../../fields/identifier.js'
import { CANCELLED } from '../mailing.js'
import { isTaken } from '../mail-request.js'
import { mailOfMailing } from './mail-of-mailing.js'
import { type MailingDependencies, workMailing } from './mailings.js'

/** The stream's announcement of an item that is about mail: its key, and of an attendance the cause of its email. */
export interface Announced {
  pk: string
  sk: string
  event?: string
  person?: string
  /** Kind and time of the cause, and `form` where a form has caused it. */
  mails?: string
}

/** Fails when a message has to be offered again: another process is at the email, or has crashed at it. */
class MailTaken extends Error {
  override readonly name = 'MailTaken'
}

/**
 * Sends what the stream tells of: the email of an attendance, an email that was asked for, or a mailing.
 * @param until no further page of a mailing begins after this time, in milliseconds since 1970
 * @throws MailTaken
 */
export async function sendAnnounced(
  { pk, sk, event, person, mails: cause }: Announced,
  dependencies: MailingDependencies,
  until: number,
): Promise<void> {
  const id = pk.slice(pk.indexOf('#') + 1)
  if (sk === 'mailing') {
    await workMailing(id, dependencies, until)
    return
  }
  if (sk === 'series_edit') {
    // The mailings that begin with it are told of in their turn.
    await dependencies.mailings.begin(id, dependencies.now())
    return
  }
  if (sk === 'mail') {
    const request = await dependencies.mails.find(id)
    if (request && isTaken(await deliver(id, request, dependencies))) throw new MailTaken(id)
    return
  }
  const kind = EVENT_MAILS.find((each) => each === cause?.split(' ')[0])
  if (event === undefined || person === undefined || cause === undefined || kind === undefined) return
  const mail = mailOfCause(kind, { event, person, cause })
  const delivery = await deliver(mail.id, mail.request, dependencies)
  if (isTaken(delivery)) throw new MailTaken(mail.id)
  if (isNotNeeded(delivery)) await tellOfCancellation(event, person, dependencies)
}

const isNotNeeded = (delivery: Delivery) =>
  delivery === 'not needed' ||
  (typeof delivery === 'object' && 'before' in delivery && delivery.before === 'not needed')

/**
 * Tells a person of the cancellation whose RSVP was under way while the event was canceled: the mailing may have
 * passed by before the RSVP was there. The email is that of the mailing, so that it comes once.
 * @throws MailTaken
 */
async function tellOfCancellation(event: string, person: string, dependencies: MailingDependencies): Promise<void> {
  if ((await dependencies.findEvent(event))?.status !== 'cancelled') return
  const { id, request } = mailOfMailing({ kind: 'cancelled', event, person, cause: CANCELLED })
  if (isTaken(await deliver(id, request, dependencies))) throw new MailTaken(id)
}

/** The email of an attendance: the same for each time that the stream tells of it. */
const mailOfCause = (kind: EventMail, { event, person, cause }: { event: string; person: string; cause: string }) => ({
  id: derivedId('mail', event, person, cause),
  request: { kind, event, person, ...(cause.endsWith(' form') && { from_form: true }) },
})
