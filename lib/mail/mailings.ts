import { type DeliveryDependencies, deliver } from '../domain/deliver-mail.js'
import { isWanted } from '../domain/event-mail.js'
import type { OsdiEvent } from '../domain/event.js'
import { derivedId } from '../domain/identifier.js'
import type { MailRequest, Rendered } from '../domain/mail-request.js'
import type { EventMailing, MailingStore, MessageMailing } from '../domain/mailing.js'
import type { Person } from '../domain/person.js'
import type { Owner } from '../domain/principal.js'
import { type MessageContext, messageMail } from './message-mail.js'
import { type EventMailContext, eventMail } from './event-mail.js'

/** What working off mailings depends on. */
export interface MailingDependencies extends DeliveryDependencies {
  mailings: Pick<
    MailingStore,
    'due' | 'find' | 'lease' | 'recipients' | 'advance' | 'create' | 'release' | 'finish'
  >
  findEvent: (id: string) => Promise<OsdiEvent | undefined>
  contextOf: (owner: Owner, event?: string) => Promise<EventMailContext>
  readersOf: (mailing: MessageMailing, count: number) => Promise<Person[]>
  messageContextOf: (owner: Owner) => Promise<MessageContext>
}

/** The mails to some people of a mailing, and the position after them. */
interface Page {
  mails: { id: string; request: MailRequest; write: () => Promise<Rendered | undefined> }[]
  next: number
}

/** After this time, a claim of a process that has crashed has ended. */
const RETRY_MS = 35_000

/**
 * Works off a mailing, page by page. Each person is mailed once, however often a page is begun.
 * @param until after this time no further page begins, in milliseconds since 1970
 * @returns how many mails were sent
 */
export async function workMailing(
  id: string,
  dependencies: MailingDependencies,
  until: number,
): Promise<number> {
  const { mailings, now } = dependencies
  let mailing = await mailings.lease(id, now())
  let sent = 0
  while (mailing) {
    const page: Page | undefined = await (mailing.kind === 'message'
      ? readersPage(mailing, dependencies)
      : recipientsPage(mailing, dependencies))
    if (!page) {
      await mailings.finish(id, now())
      return sent
    }
    const { sentNow, isTaken } = await deliverPage(page, dependencies)
    sent += sentNow
    const position = isTaken ? mailing.position : page.next
    const isOver = isTaken || page.next === mailing.position || Date.now() >= until
    if (!(await mailings.advance(id, position, sentNow, now()))) return sent
    if (isOver) {
      const pause = isTaken ? RETRY_MS : 0
      await mailings.release(id, new Date(now().getTime() + pause))
      return sent
    }
    mailing = { ...mailing, position }
  }
  return sent
}

/** @returns `isTaken` when another process is at a mail of the page, or has crashed at it */
async function deliverPage({ mails }: Page, dependencies: MailingDependencies) {
  let sentNow = 0
  let isTaken = false
  for (const { id, request, write } of mails) {
    const delivery = await deliver(id, request, { ...dependencies, write })
    if (delivery === 'sent') sentNow += 1
    if (delivery === 'taken') isTaken = true
  }
  return { sentNow, isTaken }
}

async function recipientsPage(
  mailing: EventMailing,
  { mailings, findEvent, contextOf }: MailingDependencies,
): Promise<Page | undefined> {
  const [page, event, context] = await Promise.all([
    mailings.recipients(mailing),
    findEvent(mailing.event),
    contextOf(mailing.owner, mailing.event),
  ])
  if (!page || !event) return undefined
  const { kind, cause, answered_before } = mailing
  const mails = page.people.flatMap(({ person, attendance, answered_date }) => {
    const rsvp = { event, attendance, person }
    const knows = answered_before !== undefined && answered_date > answered_before
    if (knows || !isWanted(kind, rsvp)) return []
    return {
      id: derivedId('mail', kind, event.id, cause, person.id),
      request: { kind, event: event.id, person: person.id, mailing: mailing.id },
      write: async () => eventMail(kind, rsvp, context),
    }
  })
  return { mails, next: page.next }
}

/** People of a page of a message. */
const READERS = 100

async function readersPage(
  mailing: MessageMailing,
  { readersOf, messageContextOf }: MailingDependencies,
): Promise<Page | undefined> {
  if (mailing.position >= mailing.total) return undefined
  const [people, context] = await Promise.all([readersOf(mailing, READERS), messageContextOf(mailing.owner)])
  const mails = people.map((person) => ({
    // Two people with one address get one mail.
    id: derivedId('mail', 'message', mailing.id, person.email_addresses[0]?.address.toLowerCase() ?? ''),
    request: { kind: 'message' as const, mailing: mailing.id, person: person.id },
    write: async () => {
      const rendered = messageMail(mailing, person, context)
      return rendered && { ...rendered, mailing: mailing.id }
    },
  }))
  return { mails, next: Math.min(mailing.position + READERS, mailing.total) }
}
