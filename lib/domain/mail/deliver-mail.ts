import { type Mailer, MailRefused } from './mail.js'
import type { MailFacts, MailOutcome, MailRequest, MailStore, Rendered } from './mail-request.js'

export interface DeliveryDependencies {
  mails: MailStore
  /** Undefined where the installation sends no mail: requests are done without one. */
  mailer: Mailer | undefined
  /** Writes the mail of a request. @returns undefined when none is needed any more */
  write: (request: MailRequest) => Promise<Rendered | undefined>
  /** Takes one of the mails that forms may cause to a mailbox. @returns false when none is left */
  takeOfMailbox: (address: string, now: Date) => Promise<boolean>
  /** Waits until the account may send another mail. */
  takeTurn: () => Promise<void>
  now: () => Date
  /** Is told why a mail could not be sent. */
  report: (reason: string) => void
}

/**
 * The outcome of an attempt. A request that is `taken` has to be offered again. One that was done before says whether
 * the report of its mailing lacks it.
 */
export type Delivery = MailOutcome | 'taken' | 'postponed' | { before: MailOutcome; isCounted: boolean }

/** The limit of attempts for a mail: they last for more than two days. */
const MOST_ATTEMPTS = 60

const MINUTE_MS = 60_000

/** Attempts follow after one minute, two, four, and so on to an hour. */
const pauseAfter = (attempts: number) => Math.min(60, 2 ** (attempts - 1)) * MINUTE_MS

/** After waiting for so long, a process makes its claim last longer, so that no other one takes it for crashed. */
const LONG_WAIT_MS = 5_000

/**
 * Sends the mail of a request, once: it is claimed, sent, and noted as done. A crash after the sending repeats the
 * mail, with the same Message-ID; a crash before it does not lose the mail, because the claim ends.
 * @param isOfPage whether the page of a mailing that it belongs to counts it; else it is counted here
 */
export async function deliver(
  id: string,
  request: MailRequest,
  { mails, mailer, write, takeOfMailbox, takeTurn, now, report }: DeliveryDependencies,
  { isOfPage = false } = {},
): Promise<Delivery> {
  const claimedAt = now()
  const claim = await mails.claim(id, request, claimedAt)
  if (claim === 'taken') return claim
  const person = 'person' in request ? request.person : undefined
  // Two people with one address are sent one mail, which counts for one of them.
  if ('outcome' in claim)
    return { before: claim.outcome, isCounted: claim.isCounted || claim.person !== person }
  const { kind } = request
  const counts = !isOfPage
  let facts: MailFacts = { person }
  const outcome = await attempt(async () => {
    const rendered = mailer && (await write(request))
    if (!rendered || (await mails.isSuppressed(rendered.mail.to.address))) return 'not needed'
    const { mail, ...others } = rendered
    facts = others
    const isCapped = 'from_form' in request && request.from_form && claim.attempts === 1
    if (isCapped && !(await takeOfMailbox(mail.to.address, claimedAt))) return 'not needed'
    await takeTurn()
    const hasWaited = now().getTime() - claimedAt.getTime() > LONG_WAIT_MS
    if (hasWaited && !(await mails.renew(id, claim, now()))) return 'taken'
    await mailer.send({ ...mail, id })
    return 'sent'
  })
  if (outcome === 'taken') return outcome
  if (outcome instanceof Error) {
    report(outcome.message)
    if (claim.attempts < MOST_ATTEMPTS && !(outcome instanceof MailRefused)) {
      await mails.postpone(id, new Date(now().getTime() + pauseAfter(claim.attempts)))
      return 'postponed'
    }
  }
  const result = outcome instanceof Error ? 'refused' : outcome
  await mails.finish(id, { ...facts, kind, outcome: result }, now(), { counts })
  return result
}

const attempt = <Result>(work: () => Promise<Result>): Promise<Result | Error> =>
  work().catch((error: unknown) => error as Error)
