import { randomUUID } from 'node:crypto'
import { unsubscribeToken } from '../../attendances/links/link-token.js'
import { loadEvent } from '../../events/store/load-event.js'
import { isOver } from '../../events/upcoming.js'
import { loadPerson } from '../../people/store/find-people.js'
import { addressOf } from '../kinds-of-event-email.js'
import type { KindOfMail, MailContext } from '../kind-of-mail.js'
import { replyToOf } from '../store/confirmed-addresses.js'
import { wordingsFor } from '../store/mail-wordings.js'
import { mailingStore } from '../store/mailing-store.js'
import type { Rendered } from '../mail-request.js'
import type { MessageMailing } from '../mailing.js'
import type { MessageDraft } from '../message.js'
import { namesInMails } from '../names-in-mails.js'
import type { OwnerSettings } from '../../access/owner-settings.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import type { Site } from '../../runtime/site.js'
import { mailMessagesFor } from '../texts.js'
import { plainText } from '../../markup/plain-text.js'
import { lookOf } from '../sending/letterhead.js'
import { document, filledHtml, filledLine, paragraph } from '../sending/wording.js'
import { loadKeys } from '../../attendances/links/link-key-store.js'

/** To a person whom a targeting query has found. */
interface MessageRequest {
  kind: 'message'
  mailing: string
  person: string
}

/** A test of a message, to its author. */
export interface MessageTest {
  kind: 'message'
  owner: Owner
  address: string
  draft: MessageDraft
}

/** A message that could not be sent with its page, or a test of one. */
export const messageMails: KindOfMail<MessageRequest | MessageTest> = {
  names: ['message'],
  async write(request, context) {
    if ('draft' in request) {
      const { owner, address, draft } = request
      const reader = { id: randomUUID(), owner, given_name: 'Ada' }
      return messageTo(address, draft, reader, await messageContext(context, owner))
    }
    const { mailing: id, person: of } = request
    const [mailing, person] = await Promise.all([mailingStore(context.table).find(id), loadPerson(context.table, of)])
    if (mailing?.kind !== 'message' || !person) return undefined
    const rendered = messageMail(mailing, person, await messageContext(context, mailing.owner, mailing.about))
    return rendered && { ...rendered, mailing: id }
  },
}

/** The common context of an owner's messages. */
export interface MessageContext {
  site: Site
  settings: OwnerSettings
  /** The group. */
  title?: string | undefined
  browser_url?: string | undefined
  /** What counts of the event that a message is about. */
  about?: { title: string; isOver: boolean; reply_to: string | undefined } | undefined
  /** Makes the token by which a person leaves the mailing list. */
  tokenOf: (person: string) => string
}

/** Reads what the messages of an owner have in common, or those about an event. */
export async function messageContext(context: MailContext, owner: Owner, event?: string): Promise<MessageContext> {
  const { table, site } = context
  const [{ settings, title, browser_url }, keys, about] = await Promise.all([
    wordingsFor(table, owner),
    loadKeys(table),
    event === undefined ? undefined : aboutEvent(context, event),
  ])
  return { site, settings, title, browser_url, about, tokenOf: (person) => unsubscribeToken(keys, person) }
}

/** A contact may have stopped, and the event may be over, since the message was written. */
async function aboutEvent({ table, asOf }: MailContext, id: string): Promise<MessageContext['about']> {
  const event = await loadEvent(table, id)
  return event && { title: event.title, isOver: isOver(event, asOf()), reply_to: await replyToOf(table, event) }
}

/** Writes a message to a person. @returns undefined for one who may not be written to, or not any more */
export function messageMail(
  {
    subject,
    html,
    reply_to,
    to_guests,
    is_of_stranger,
  }: MessageDraft & Pick<Partial<MessageMailing>, 'reply_to' | 'to_guests' | 'is_of_stranger'>,
  person: Person,
  context: MessageContext,
): Rendered | undefined {
  const { about, settings } = context
  const areGuests = to_guests === true && !about?.isOver
  const address = addressOf(person, areGuests ? 'guests' : 'message')
  // The text of a host who was erased is gone.
  if (address === undefined || html === '') return undefined
  const { mail, ...facts } = messageTo(address, { subject, html, to_guests: areGuests }, person, context)
  return {
    ...facts,
    ...(is_of_stranger && { is_of_stranger }),
    mail: { ...mail, reply_to: reply_to ?? about?.reply_to ?? settings.reply_to },
  }
}

/** The same to any address, for a test. */
export function messageTo(
  address: string,
  { subject, html, to_guests }: MessageDraft & { to_guests?: boolean | undefined },
  person: Pick<Person, 'id' | 'given_name' | 'family_name'> & { owner: Owner },
  { site, settings, title = '', browser_url, about, tokenOf }: MessageContext,
): Rendered {
  const { language, messages } = mailMessagesFor(settings.language)
  const { given_name, name } = namesInMails(person)
  const greeting = given_name
    ? messages.greeting.replace('{given_name}', () => given_name)
    : messages.greeting_without_name
  const values = { greeting, given_name, group: title }
  const unsubscribe = `${site.publicUrl}/unsubscribe/${tokenOf(person.id)}`
  const footer = [
    to_guests
      ? messages.footer_event.replace('{event}', () => about?.title ?? title)
      : messages.footer_message.replace('{group}', () => title),
    [title, settings.mail_address, browser_url].filter(Boolean).join('\n'),
    messages.unsubscribe.replace('{address}', () => unsubscribe),
  ]
  const body = filledHtml(html, values)
  const filledSubject = filledLine(subject, values)
  return {
    owner: person.owner,
    person: person.id,
    mail: {
      kind: 'message',
      from_name: title,
      to: { name, address },
      subject: filledSubject,
      text: `${plainText(body)}\n\n-- \n${footer.join('\n\n')}\n`,
      html: document(filledSubject, `${body}\n<hr>\n${footer.map(paragraph).join('\n')}`, language, {
        ...lookOf(settings),
        title,
      }),
      unsubscribe_url: unsubscribe,
    },
  }
}
