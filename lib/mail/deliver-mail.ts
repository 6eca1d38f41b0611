import { randomUUID } from 'node:crypto'
import { type Mailer, MailRefused } from './mail.js'
import {
  type MailFacts,
  type MailOutcome,
  type MailRequest,
  type Rendered,
  type Taken,
  isTaken,
} from './mail-request.js'
import type { MailStore } from './store/mail-store.js'

export interface DeliveryDependencies {
  mails: MailStore
  /** Undefined where the installation sends no email: requests are done without one. */
  mailer: Mailer | undefined
  /** Writes the email of a request. @returns undefined when none is needed any more */
  write: (request: MailRequest) => Promise<Rendered | undefined>
  /** Takes one of the emails that forms may cause to a mailbox. @returns false when none is left */
  takeOfMailbox: (address: string, now: Date) => Promise<boolean>
  /** Tells the team of an event that an address which it names takes no email. */
  tellTeam: (named: { event: string; address: string }) => Promise<void>
  /** Waits until the account may send another email. */
  takeTurn: () => Promise<void>
  now: () => Date
  /** Waits for some milliseconds. */
  pause: (ms: number) => Promise<unknown>
  /** Is told why an email could not be sent. */
  report: (reason: string) => void
}

/**
 * The result of an attempt. A request that is taken has to be offered again. One that was done before says whether the
 * report of its mailing lacks it.
 */
export type Delivery = MailOutcome | 'postponed' | Taken | { before: MailOutcome; isCounted: boolean }

interface DeliveryOptions {
  /** Whether the page of a mailing that the email belongs to counts it; else it is counted with its end. */
  isOfPage?: boolean
  /** Looks up whether nothing may go to an address, where the page has looked up all of its addresses. */
  isSuppressed?: (address: string) => Promise<boolean>
}

/** The limit of attempts for an email: they last for more than two days. */
const MOST_ATTEMPTS = 60

const MINUTE_MS = 60_000

/** Attempts follow after one minute, two, four, and so on to an hour. */
const pauseAfter = (attempts: number) => Math.min(60, 2 ** (attempts - 1)) * MINUTE_MS

/** The pauses after which what the table does not take now is asked for again, in milliseconds. */
const PAUSES_MS = [250, 1_000, 2_500]

/** After waiting this long, a process renews its claim, so that no other process takes it over. */
const LONG_WAIT_MS = 5_000

/**
 * Sends the email of a request, once: it is claimed, sent, and noted as done. A crash after the sending repeats the
 * mail, with the same Message-ID; a crash before it does not lose the email, because the claim ends.
 */
export async function deliver(
  id: string,
  request: MailRequest,
  { mails, mailer, write, takeOfMailbox, tellTeam, takeTurn, now, pause, report }: DeliveryDependencies,
  { isOfPage = false, isSuppressed = mails.isSuppressed.bind(mails) }: DeliveryOptions = {},
): Promise<Delivery> {
  /** A table that is busy for a moment is not a reason to take an email for failed, nor to send it a second time. */
  const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (const ms of PAUSES_MS)
      try {
        return await work()
      } catch {
        await pause(ms)
      }
    return work()
  }
  const [by, claimedAt] = [randomUUID(), now()]
  const { kind, person, from_form } = request
  const claim = await patiently(() => mails.claim(id, request, by, claimedAt))
  if (isTaken(claim)) return claim
  // Two people with one address are sent one email, which counts for one of them.
  if ('outcome' in claim) return { before: claim.outcome, isCounted: claim.isCounted || claim.person !== person }
  const counts = !isOfPage
  let facts: MailFacts = { person }
  /** Tells the team where the address is one that its event names. */
  let tellOfLoss = () => Promise.resolve()
  const outcome = await attempt(async () => {
    const rendered = mailer && (await patiently(() => write(request)))
    if (!rendered) return 'not needed'
    const { mail, is_of_stranger = false, ...others } = rendered
    const { of_event: event } = others
    const { address } = mail.to
    if (event !== undefined) tellOfLoss = () => tellTeam({ event, address })
    if (await patiently(() => isSuppressed(address))) return 'suppressed'
    facts = others
    const isCapped = (from_form || is_of_stranger) && claim.attempts === 1
    if (isCapped && !(await patiently(() => takeOfMailbox(address, claimedAt)))) return 'not needed'
    await patiently(takeTurn)
    const hasWaited = now().getTime() - claimedAt.getTime() > LONG_WAIT_MS
    if (hasWaited && !(await patiently(() => mails.renew(id, claim, now())))) return TAKEN
    await mailer.send({ ...mail, id })
    return 'sent'
  })
  if (outcome === TAKEN) return { taken_until: now().toISOString() }
  if (outcome instanceof Error) {
    report(outcome.message)
    if (claim.attempts < MOST_ATTEMPTS && !(outcome instanceof MailRefused)) {
      const due = new Date(now().getTime() + pauseAfter(claim.attempts))
      await patiently(() => mails.postpone(id, due))
      return 'postponed'
    }
  }
  const result = outcome instanceof Error ? 'refused' : outcome === 'suppressed' ? 'not needed' : outcome
  if (outcome instanceof Error || outcome === 'suppressed') await patiently(tellOfLoss)
  await patiently(() => mails.finish(id, { ...facts, kind, outcome: result }, now(), { counts }))
  return result
}

/** Another process has claimed an email while this one waited for its turn. */
const TAKEN = Symbol('taken')

const attempt = <Result>(work: () => Promise<Result>): Promise<Result | Error> =>
  work().catch((error: unknown) => error as Error)
