import { isComing } from '../../attendances/attendance.js'
import type { DeliveryDependencies } from '../deliver-mail.js'
import { dueLater, isTimely, isWanted } from '../kinds-of-event-email.js'
import type { OsdiEvent } from '../../events/event.js'
import { derivedId } from '../../fields/identifier.js'
import { isTaken } from '../mail-request.js'
import type { AnyMailing, EventMailing, Leased, MessageMailing, Recipient } from '../mailing.js'
import type { MailingStore } from '../store/mailing-store.js'
import type { Person } from '../../people/person.js'
import type { Owner } from '../../runtime/owner.js'
import { type Page, deliverPage } from './deliver-page.js'
import { mailOfMailing } from './mail-of-mailing.js'
import { leaveToParts } from './parts.js'
import { type MessageContext, messageMail } from '../emails/message-email.js'
import type { NextOf } from './rsvp-emails.js'
import { type EventMailContext, eventMail, isSent, namesNext } from './write-event-email.js'
import {
  EXTRA_MAILS,
  type Told,
  causeOfExtra,
  extraOf,
  isExtraFor,
  toldBefore,
  toldSince,
} from '../emails/extra-email.js'
import { mailingId } from '../store/mailing-items.js'

/** Dependencies of working off mailings. */
export interface MailingDependencies extends DeliveryDependencies {
  mailings: Pick<
    MailingStore,
    | 'due'
    | 'begin'
    | 'find'
    | 'lease'
    | 'renew'
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
  /** The time against which due emails are judged. */
  asOf: () => Date
  findEvent: (id: string) => Promise<OsdiEvent | undefined>
  nextOf: NextOf
  contextOf: (owner: Owner, event?: string) => Promise<EventMailContext>
  /** The people of a message from its position on; undefined when its result is no longer kept. */
  readersOf: (mailing: MessageMailing, count: number) => Promise<{ position: number; person: Person }[] | undefined>
  messageContextOf: (mailing: Pick<MessageMailing, 'owner' | 'about'>) => Promise<MessageContext>
  /** People of a part of a mailing; a mailing to no more has no parts. */
  peopleOfPart?: number
}

/** The interval of looks at a mailing that another process has, in milliseconds. */
const WATCH_MS = 3_500

/** People who came in a rush get their place in the list within seconds. This is how often it is read again. */
const MOST_LOOKS = 20
const LOOK_MS = 500

/** A part of a held message waits for this time, unless the message goes on before. */
const HELD_MS = 3_600_000

/**
 * Works off a mailing or a part of one, page by page. Each person is mailed once, however often a page is begun. A
 * mailing that another process has is watched until that process renews its lease, or the lease ends: then the process
 * has crashed.
 * @param until after this time no further mail begins, in milliseconds since 1970
 * @returns how many emails were sent
 */
export async function workMailing(id: string, dependencies: MailingDependencies, until: number): Promise<number> {
  const { mailings, now, pause } = dependencies
  let found = await mailings.lease(id, now())
  while (isTaken(found)) {
    const seen = found.taken_until
    await pause(Math.max(1, Math.min(Date.parse(seen) - now().getTime(), WATCH_MS)))
    if (Date.now() >= until) return 0
    found = await mailings.lease(id, now())
    if (isTaken(found) && found.taken_until !== seen) return 0
  }
  if (!found) return 0
  try {
    return await workPages(found, dependencies, until)
  } catch (error) {
    await mailings.release(found, now()).catch(() => undefined)
    throw error
  }
}

async function workPages(leased: Leased, dependencies: MailingDependencies, until: number): Promise<number> {
  const { mailings, now, pause } = dependencies
  const { by } = leased
  let { mailing } = leased
  if (mailing.kind !== 'part' && (await leaveToParts({ mailing, by }, dependencies))) return 0
  let [sent, looks] = [0, 0]
  for (;;) {
    const whole = mailing.kind === 'part' ? await mailings.find(mailing.part_of) : mailing
    if (mailing.kind === 'part' && whole?.kind === 'message' && whole.status === 'paused') {
      await mailings.release(leased, new Date(now().getTime() + HELD_MS))
      return sent
    }
    const page = whole && whole.kind !== 'part' && (await pageOf(mailing, whole, dependencies))
    if (page && 'notBefore' in page) {
      await mailings.release(leased, page.notBefore)
      return sent
    }
    if (!page) {
      await end(mailing, dependencies)
      return sent
    }
    const { sentNow, pauseMs, ...progress } = await deliverPage(page, { mailing, by }, dependencies, until)
    sent += sentNow
    if (!(await mailings.advance({ mailing, by }, progress, now()))) return sent
    const isEmpty = page.next === mailing.position
    if (pauseMs !== undefined || (isEmpty && looks === MOST_LOOKS)) {
      await mailings.release(leased, pauseMs ? new Date(now().getTime() + pauseMs) : 'at once')
      return sent
    }
    looks = isEmpty ? looks + 1 : 0
    if (isEmpty) await pause(LOOK_MS)
    const refused: number = (mailing.refused ?? 0) + progress.refused
    mailing = { ...mailing, position: progress.position, sent: mailing.sent + progress.sent, refused }
  }
}

/** Ends a mailing; with its last part the whole. */
async function end(mailing: AnyMailing, { mailings, now }: MailingDependencies): Promise<void> {
  if (mailing.kind !== 'part') return mailings.finish(mailing.id, now())
  await mailings.finishPart(mailing, now())
  const whole = await mailings.find(mailing.part_of)
  if (whole && whole.kind !== 'part' && whole.parts_done === whole.parts) await mailings.finish(whole.id, now())
}

/** A mailing that comes too early. */
interface TooEarly {
  notBefore: Date
}

/** The next page; undefined when there is none. */
async function pageOf(
  at: AnyMailing,
  whole: EventMailing | MessageMailing,
  dependencies: MailingDependencies,
): Promise<Page | TooEarly | undefined> {
  const end = at.kind === 'part' ? at.end : undefined
  if (end !== undefined && at.position >= end) return undefined
  const mailing = { ...whole, position: at.position }
  return mailing.kind === 'message'
    ? readersPage(mailing, dependencies, end)
    : recipientsPage(mailing, dependencies, end)
}

async function recipientsPage(
  mailing: EventMailing,
  { mailings, findEvent, nextOf, contextOf, asOf, write }: MailingDependencies,
  end?: number,
): Promise<Page | TooEarly | undefined> {
  const [page, event, context] = await Promise.all([
    mailings.recipients(mailing, end),
    findEvent(mailing.event),
    contextOf(mailing.owner, mailing.event),
  ])
  const { kind, cause, answered_before, edit, known, only_coming = false } = mailing
  const notBefore = event && dueLater(kind, event, asOf())
  if (notBefore) return { notBefore }
  if (!page || !event || !isTimely(kind, event, asOf(), cause)) return undefined
  const isTold = kind === 'extra' ? await toldLately(mailing, event, context, mailings) : () => false
  const mails = page.people.flatMap(({ position, person, attendance, answered_date }) => {
    const rsvp = { event, attendance, person }
    const knows = answered_before !== undefined && answered_date > answered_before
    if (knows || (only_coming && !isComing(attendance)) || !isWanted(kind, rsvp, cause)) return []
    if (isTold({ attendance, answered_date })) return []
    const ofPerson = mailOfMailing({
      kind,
      event: event.id,
      person: person.id,
      mailing: mailing.id,
      cause,
      ...(edit && { edit, ...(answered_before && { answered_before }) }),
    })
    // One email reports an edit of several dates, and reads the other dates of its person.
    if (edit) return { position, ...ofPerson, write: () => write(ofPerson.request) }
    return {
      position,
      address: person.email_addresses[0]?.address,
      ...ofPerson,
      write: async () =>
        eventMail(kind, rsvp, { ...context, known, cause }, [], namesNext(kind) ? await nextOf(event, person) : []),
    }
  })
  return { mails, next: page.next }
}

type Answered = Pick<Recipient, 'attendance' | 'answered_date'>

/** Finds who has been told by the reminder or the other further email, in the hours before a further email. */
async function toldLately(
  { cause, created_date: at }: EventMailing,
  event: OsdiEvent,
  { wordings }: EventMailContext,
  mailings: Pick<MailingStore, 'find'>,
): Promise<(to: Answered) => boolean> {
  const mine = EXTRA_MAILS.find((each) => causeOfExtra(each, event) === cause) ?? ''
  const others = [
    { kind: 'reminder' as const, as: 'reminder', of: event.start_date_utc },
    ...EXTRA_MAILS.filter((each) => each !== mine).map((each) => ({
      kind: 'extra' as const,
      as: each,
      of: causeOfExtra(each, event),
    })),
  ]
  const begun = await Promise.all(
    others.map(async ({ kind, as, of }) => {
      const found = of === undefined ? undefined : await mailings.find(mailingId(kind, event.id, of))
      const to = kind === 'reminder' ? 'coming' : extraOf(event, of)?.to
      return found && to ? [{ kind: as, at: found.created_date, to }] : []
    }),
  )
  const told = begun.flat()
  // A person who was left out by one of them for another email has not been told by it.
  const reached = (one: Told, { attendance, answered_date }: Answered): boolean =>
    isExtraFor(one.to, attendance, one.at) &&
    (one.kind === 'reminder'
      ? isSent(one.kind, attendance, wordings)
      : answered_date <= toldSince(one.at) &&
        !toldBefore(told, one).some((each) => reached(each, { attendance, answered_date })))
  return (recipient) => toldBefore(told, { kind: mine, at }).some((each) => reached(each, recipient))
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
  const [people, context] = await Promise.all([readersOf(mailing, next - mailing.position), messageContextOf(mailing)])
  if (!people) {
    report(`Message ${mailing.id} ends at ${mailing.position} people: the result of its query has expired.`)
    return undefined
  }
  const mails = people.map(({ position, person }) => ({
    position,
    // Two people with one address get one email.
    id: derivedId('mail', 'message', mailing.id, person.email_addresses[0]?.address.toLowerCase() ?? ''),
    request: { kind: 'message' as const, mailing: mailing.id, person: person.id },
    address: person.email_addresses[0]?.address,
    write: async () => {
      const rendered = messageMail(mailing, person, context)
      return rendered && { ...rendered, mailing: mailing.id }
    },
  }))
  return { mails, next }
}
