import { type DeliveryDependencies, deliver } from '../domain/deliver-mail.js'
import { isWanted } from '../domain/event-mail.js'
import type { OsdiEvent } from '../domain/event.js'
import { derivedId } from '../domain/identifier.js'
import type { AnyMailing, EventMailing, MessageMailing } from '../domain/mailing.js'
import type { Person } from '../domain/person.js'
import type { Attendance } from '../domain/attendance.js'
import type { Owner } from '../domain/principal.js'
import { type MessageContext, messageMail } from './message-mail.js'
import { type EventMailContext, eventMail } from './event-mail.js'

interface Recipient {
  person: Person
  attendance: Attendance
  answered_date: string
}

/** What working off mailings depends on. */
export interface MailingDependencies extends DeliveryDependencies {
  mailings: {
    due(now: Date): Promise<string[]>
    find(id: string): Promise<AnyMailing | undefined>
    lease(id: string, now: Date): Promise<AnyMailing | undefined>
    recipients(mailing: EventMailing): Promise<{ people: Recipient[]; next: number } | undefined>
    advance(id: string, position: number, sent: number, now: Date): Promise<boolean>
    create(message: MessageMailing): Promise<void>
    release(id: string, due: Date): Promise<void>
    finish(id: string, now: Date): Promise<void>
  }
  findEvent: (id: string) => Promise<OsdiEvent | undefined>
  contextOf: (owner: Owner, event?: string) => Promise<EventMailContext>
  readersOf: (mailing: MessageMailing, count: number) => Promise<Person[]>
  messageContextOf: (owner: Owner) => Promise<MessageContext>
}

/** A page of a mailing: a person, and what becomes of the mail. */
interface Page {
  sent: number
  /** Whether another process is at a mail of it, or has crashed at it. */
  isTaken: boolean
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
      ? messagePage(mailing, dependencies)
      : mailPage(mailing, dependencies))
    if (!page) {
      await mailings.finish(id, now())
      return sent
    }
    sent += page.sent
    const position = page.isTaken ? mailing.position : page.next
    const isOver = page.isTaken || page.next === mailing.position || Date.now() >= until
    if (!(await mailings.advance(id, position, page.sent, now()))) return sent
    if (isOver) {
      const pause = page.isTaken ? RETRY_MS : 0
      await mailings.release(id, new Date(now().getTime() + pause))
      return sent
    }
    mailing = { ...mailing, position }
  }
  return sent
}

async function mailPage(mailing: EventMailing, dependencies: MailingDependencies): Promise<Page | undefined> {
  const { mailings, findEvent, contextOf } = dependencies
  const [page, event, context] = await Promise.all([
    mailings.recipients(mailing),
    findEvent(mailing.event),
    contextOf(mailing.owner, mailing.event),
  ])
  if (!page || !event) return undefined
  const { kind, cause, answered_before } = mailing
  const result: Page = { sent: 0, isTaken: false, next: page.next }
  for (const { person, attendance, answered_date } of page.people) {
    const rsvp = { event, attendance, person }
    const knows = answered_before !== undefined && answered_date > answered_before
    if (knows || !isWanted(kind, rsvp)) continue
    const delivery = await deliver(
      derivedId('mail', kind, event.id, cause, person.id),
      { kind, event: event.id, person: person.id, mailing: mailing.id },
      { ...dependencies, write: async () => eventMail(kind, rsvp, context) },
    )
    if (delivery === 'sent') result.sent += 1
    if (delivery === 'taken') result.isTaken = true
  }
  return result
}

/** People of a page of a message. */
const READERS = 100

async function messagePage(
  mailing: MessageMailing,
  dependencies: MailingDependencies,
): Promise<Page | undefined> {
  if (mailing.position >= mailing.total) return undefined
  const [people, context] = await Promise.all([
    dependencies.readersOf(mailing, READERS),
    dependencies.messageContextOf(mailing.owner),
  ])
  const next = Math.min(mailing.position + READERS, mailing.total)
  const result: Page = { sent: 0, isTaken: false, next }
  for (const person of people) {
    const delivery = await deliver(
      // Two people with one address get one mail.
      derivedId('mail', 'message', mailing.id, person.email_addresses[0]?.address.toLowerCase() ?? ''),
      { kind: 'message', mailing: mailing.id, person: person.id },
      {
        ...dependencies,
        write: async () => {
          const rendered = messageMail(mailing, person, context)
          return rendered && { ...rendered, mailing: mailing.id }
        },
      },
    )
    if (delivery === 'sent') result.sent += 1
    if (delivery === 'taken') result.isTaken = true
  }
  return result
}
