import { type Mailer, MailRefused } from './mail.js'
import type { MailOutcome, MailRequest, MailStore, Rendered } from './mail-request.js'

export interface DeliveryDependencies {
  mails: MailStore
  /** Undefined where the installation sends no mail: requests are done without one. */
  mailer: Mailer | undefined
  /** Writes the mail of a request. @returns undefined when none is needed any more */
  write: (request: MailRequest) => Promise<Rendered | undefined>
  /** Waits until the account may send another mail. */
  takeTurn: () => Promise<void>
  now: () => Date
  /** Is told why a mail could not be sent. */
  report: (reason: string) => void
}

/** What an attempt came to. A request that is `taken` has to be offered again. */
export type Delivery = MailOutcome | 'done' | 'taken' | 'postponed'

/** So often a mail is tried: for more than two days. */
const MOST_ATTEMPTS = 60

const MINUTE_MS = 60_000

/** Attempts follow after one minute, two, four, and so on to an hour. */
const pauseAfter = (attempts: number) => Math.min(60, 2 ** (attempts - 1)) * MINUTE_MS

/**
 * Sends the mail of a request, once: it is claimed, sent, and noted as done. A crash after the sending repeats the
 * mail, with the same Message-ID; a crash before it does not lose the mail, because the claim ends.
 */
export async function deliver(
  id: string,
  request: MailRequest,
  { mails, mailer, write, takeTurn, now, report }: DeliveryDependencies,
): Promise<Delivery> {
  const claim = await mails.claim(id, request, now())
  if (claim === 'done' || claim === 'taken') return claim
  const { kind } = request
  const rendered = mailer && (await write(request))
  if (!mailer || !rendered || (await mails.isSuppressed(rendered.mail.to.address))) {
    await mails.finish(id, { kind, outcome: 'not needed' }, now())
    return 'not needed'
  }
  const { mail, ...facts } = rendered
  const outcome = await attempt(async () => {
    await takeTurn()
    await mailer.send({ ...mail, id })
  })
  if (outcome instanceof Error) {
    report(outcome.message)
    if (claim.attempts < MOST_ATTEMPTS && !(outcome instanceof MailRefused)) {
      await mails.postpone(id, new Date(now().getTime() + pauseAfter(claim.attempts)))
      return 'postponed'
    }
  }
  const result = outcome instanceof Error ? 'refused' : 'sent'
  await mails.finish(id, { ...facts, kind, outcome: result }, now())
  return result
}

const attempt = (work: () => Promise<void>): Promise<Error | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => error as Error,
  )
