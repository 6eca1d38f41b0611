import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Owner } from '../../../lib/runtime/owner.js'
import type { MessageMailing } from '../../../lib/mail/mailing.js'
import { newMessage } from '../../../lib/mail/message.js'
import { keepChunks } from '../../../lib/targeting/store/result-chunks.js'
import { resultStore } from '../../../lib/targeting/store/result-store.js'
import { openTable } from '../../../lib/table/table.js'
import { environment } from '../../../lib/runtime/environment.js'
import { type Announced, sendAnnounced } from '../../../lib/mail/sending/announced.js'
import { workMailing } from '../../../lib/mail/sending/mailings.js'
import { sendingOf } from '../../../lib/app/kinds-of-mail.js'
import { mailingStore } from '../../../lib/mail/store/mailing-store.js'

/*
 * An invocation of queues/send-mail in the machine: what it does for a mailing, with a mailer that takes as long as
 * Amazon SES and notes when it took an email.
 */

const DAY_MS = 86_400_000
const site = { publicUrl: 'https://events.example.org', nativePrefix: 'service' }

export interface Account {
  /** The mails a second that Amazon SES takes of the account. */
  perSecond: number
  /** The duration of a request to Amazon SES, in milliseconds. */
  sesMs: number
  /** People of a part, where it is not as deployed. */
  peopleOfPart: number
  took: (id: string) => void
  report: (reason: string) => void
}

/** Works on a mailing or a part of one, until a time in milliseconds since 1970. */
export const work = (id: string, account: Account, until: number) =>
  workMailing(id, { ...sendingBy(account), peopleOfPart: account.peopleOfPart }, until)

/** Sends the email of an RSVP, of which the stream tells. */
export const confirm = (announced: Announced, account: Account, until: number) =>
  sendAnnounced(announced, sendingBy(account), until)

function sendingBy({ perSecond, sesMs, took, report }: Account) {
  const table = openTable(environment())
  const sending = sendingOf(table, site, undefined, report, perSecond)
  const mailer = {
    send: async (mail: { id: string }) => {
      await pause(sesMs)
      took(mail.id)
    },
  }
  return { ...sending, mailer }
}

/** The mailings and parts of mailings that are due. */
export const due = () => mailingStore(openTable(environment())).due(new Date())

/** A message to people, with a result of a query that has found them, as the query would have left it. */
export async function givenMessage(owner: Owner, people: string[]): Promise<MessageMailing> {
  const table = openTable(environment())
  const now = new Date()
  const [query, chunks] = [randomUUID(), randomUUID()]
  const result = {
    id: randomUUID(),
    query,
    chunks,
    status: 'complete' as const,
    total_people: people.length,
    total_subscribed: people.length,
    created_date: now.toISOString(),
    expires_date: new Date(now.getTime() + DAY_MS).toISOString(),
    asked: { include: [], exclude: [] } as never,
  }
  await resultStore(table).begin({ id: query, owner }, result, false)
  const entries = people.map((person) => ({ person, events: [] }))
  const expires = Math.floor((now.getTime() + DAY_MS) / 1_000)
  const keep = (): Promise<unknown> => keepChunks(table, chunks, entries, expires).catch(keepLater)
  // A result this large comes from a function that has minutes, and takes what the table gives it.
  const keepLater = () => pause(1_000).then(keep)
  await keep()
  const draft = { subject: 'Thank you', html: '<p>{greeting} Thank you.</p>' }
  const message = newMessage(draft, { id: randomUUID(), owner, result, due: now, now })
  await mailingStore(table).create(message)
  return message
}
