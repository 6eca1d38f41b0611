import { type DeliveryDependencies, deliver } from '../domain/mail/deliver-mail.js'
import { isTimely, isWanted } from '../domain/mail/event-mail.js'
import type { OsdiEvent } from '../domain/events/event.js'
import { derivedId } from '../domain/identifier.js'
import type { MailRequest, Rendered } from '../domain/mail/mail-request.js'
import type { AnyMailing, EventMailing, MailingStore, MessageMailing } from '../domain/mail/mailing.js'
import type { Person } from '../domain/people/person.js'
import type { Owner } from '../domain/access/principal.js'
import { leaveToParts } from './parts.js'
import { type MessageContext, messageMail } from './kinds/message-mail.js'
import { type EventMailContext, eventMail } from './kinds/event-mail.js'

/** Dependencies of working off mailings. */
export interface MailingDependencies extends DeliveryDependencies {
  mailings: Pick<
    MailingStore,
    | 'due'
    | 'find'
    | 'lease'
    | 'recipients'
    | 'advance'
    | 'create'
    | 'release'
    | 'finish'
    | 'count'
    | 'split'
    | 'wake'
    | 'finishPart'
  >
  findEvent: (id: string) => Promise<OsdiEvent | undefined>
  contextOf: (owner: Owner, event?: string) => Promise<EventMailContext>
  /** The people of a message from its position on; undefined when its result is no longer kept. */
  readersOf: (
    mailing: MessageMailing,
    count: number,
  ) => Promise<{ position: number; person: Person }[] | undefined>
  messageContextOf: (owner: Owner) => Promise<MessageContext>
  /** People of a part of a mailing; a mailing to no more has no parts. */
  peopleOfPart?: number
}

/** A mail of a mailing, and the position of its person. */
interface PageMail {
  position: number
  id: string
  request: MailRequest
  write: () => Promise<Rendered | undefined>
}

/** The mails to some people of a mailing, and the position after them. */
interface Page {
  mails: PageMail[]
  next: number
}

/** The progress on a page, and the outcome of its mails. */
interface Progress {
  position: number
  sent: number
  refused: number
  /** Number of them that this process has sent. */
  sentNow: number
  /** The mailing goes on after so many milliseconds; undefined when the page is done. */
  pauseMs?: number | undefined
}

/** After this time, a claim of a process that has crashed has ended. */
const RETRY_MS = 35_000

/** When so many mails in a row cannot be sent now, the server is away, and the mailing waits. */
const MOST_FAILURES = 10

/** The pause after an outage, in milliseconds. */
const OUTAGE_MS = 60_000

/** A part of a message that is held waits for so long, unless the message goes on before. */
const HELD_MS = 3_600_000

/**
 * Works off a mailing or a part of one, page by page. Each person is mailed once, however often a page is begun.
 * @param until after this time no further mail begins, in milliseconds since 1970
 * @returns how many mails were sent
 */
export async function workMailing(
  id: string,
  dependencies: MailingDependencies,
  until: number,
): Promise<number> {
  const { mailings, now } = dependencies
  let mailing = await mailings.lease(id, now())
  if (!mailing || (mailing.kind !== 'part' && (await leaveToParts(mailing, dependencies)))) return 0
  let sent = 0
  for (;;) {
    const whole = mailing.kind === 'part' ? await mailings.find(mailing.part_of) : mailing
    if (mailing.kind === 'part' && whole?.kind === 'message' && whole.status === 'paused') {
      await mailings.release(id, new Date(now().getTime() + HELD_MS))
      return sent
    }
    const page = whole && whole.kind !== 'part' && (await pageOf(mailing, whole, dependencies))
    if (!page) {
      await end(mailing, dependencies)
      return sent
    }
    const { sentNow, pauseMs, ...progress } = await deliverPage(page, dependencies, until)
    sent += sentNow
    if (!(await mailings.advance(mailing, progress, now()))) return sent
    if (pauseMs !== undefined || progress.position === mailing.position) {
      await mailings.release(id, pauseMs ? new Date(now().getTime() + pauseMs) : 'at once')
      return sent
    }
    const refused: number = (mailing.refused ?? 0) + progress.refused
    mailing = { ...mailing, position: progress.position, sent: mailing.sent + progress.sent, refused }
  }
}

/** Ends a mailing; with its last part the whole. */
async function end(mailing: AnyMailing, { mailings, now }: MailingDependencies): Promise<void> {
  if (mailing.kind !== 'part') return mailings.finish(mailing.id, now())
  await mailings.finishPart(mailing, now())
  const whole = await mailings.find(mailing.part_of)
  if (whole && whole.kind !== 'part' && whole.parts_done === whole.parts)
    await mailings.finish(whole.id, now())
}

/** The next page; undefined when there is none. */
async function pageOf(
  at: AnyMailing,
  whole: EventMailing | MessageMailing,
  dependencies: MailingDependencies,
): Promise<Page | undefined> {
  const end = at.kind === 'part' ? at.end : undefined
  if (end !== undefined && at.position >= end) return undefined
  const mailing = { ...whole, position: at.position }
  return mailing.kind === 'message'
    ? readersPage(mailing, dependencies, end)
    : recipientsPage(mailing, dependencies, end)
}

/**
 * Delivers the mails of a page, up to one that has to be offered again. The others count once, also when a process has
 * sent them that crashed before it counted them.
 */
async function deliverPage(
  { mails, next }: Page,
  dependencies: MailingDependencies,
  until: number,
): Promise<Progress> {
  const progress = { position: next, sent: 0, refused: 0, sentNow: 0 }
  let failures = 0
  for (const { position, id, request, write } of mails) {
    if (Date.now() >= until) return { ...progress, position, pauseMs: 0 }
    const delivery = await deliver(id, request, { ...dependencies, write }, { isOfPage: true })
    // Another process is at it, or has crashed at it.
    if (delivery === 'taken') return { ...progress, position, pauseMs: RETRY_MS }
    const outcome = typeof delivery === 'object' ? !delivery.isCounted && delivery.before : delivery
    if (outcome === 'sent' || outcome === 'refused') progress[outcome] += 1
    if (delivery === 'sent') progress.sentNow += 1
    failures = delivery === 'postponed' ? failures + 1 : 0
    // Those that failed are due by themselves.
    if (failures === MOST_FAILURES) return { ...progress, position: position + 1, pauseMs: OUTAGE_MS }
  }
  return Date.now() >= until ? { ...progress, pauseMs: 0 } : progress
}

async function recipientsPage(
  mailing: EventMailing,
  { mailings, findEvent, contextOf, now }: MailingDependencies,
  end?: number,
): Promise<Page | undefined> {
  const [page, event, context] = await Promise.all([
    mailings.recipients(mailing, end),
    findEvent(mailing.event),
    contextOf(mailing.owner, mailing.event),
  ])
  const { kind, cause, answered_before } = mailing
  if (!page || !event || !isTimely(kind, event, now(), cause)) return undefined
  const mails = page.people.flatMap(({ position, person, attendance, answered_date }) => {
    const rsvp = { event, attendance, person }
    const knows = answered_before !== undefined && answered_date > answered_before
    if (knows || !isWanted(kind, rsvp)) return []
    return {
      position,
      id: derivedId('mail', kind, event.id, cause, person.id),
      request: { kind, event: event.id, person: person.id, mailing: mailing.id, cause },
      write: async () => eventMail(kind, rsvp, context),
    }
  })
  return { mails, next: page.next }
}

/** People of a page of a message. */
const READERS = 100

async function readersPage(
  mailing: MessageMailing,
  { readersOf, messageContextOf, report }: MailingDependencies,
  end = mailing.total,
): Promise<Page | undefined> {
  if (mailing.position >= end) return undefined
  const next = Math.min(mailing.position + READERS, end)
  const [people, context] = await Promise.all([
    readersOf(mailing, next - mailing.position),
    messageContextOf(mailing.owner),
  ])
  if (!people) {
    report(`Message ${mailing.id} ends at ${mailing.position} people: the result of its query has expired.`)
    return undefined
  }
  const mails = people.map(({ position, person }) => ({
    position,
    // Two people with one address get one mail.
    id: derivedId('mail', 'message', mailing.id, person.email_addresses[0]?.address.toLowerCase() ?? ''),
    request: { kind: 'message' as const, mailing: mailing.id, person: person.id },
    write: async () => {
      const rendered = messageMail(mailing, person, context)
      return rendered && { ...rendered, mailing: mailing.id }
    },
  }))
  return { mails, next }
}
