import { type Delivery, type DeliveryDependencies, deliver } from '../deliver-mail.js'
import { type MailRequest, type Rendered, isTaken } from '../mail-request.js'
import type { Leased } from '../mailing.js'
import type { MailingStore } from '../store/mailing-store.js'

/** An email of a mailing, and the position of its person. */
interface PageMail {
  position: number
  id: string
  request: MailRequest
  write: () => Promise<Rendered | undefined>
  /** The address that it goes to, where the page knows it. */
  address?: string | undefined
}

/** The mails to some people of a mailing, in the order of their positions, and the position after them. */
export interface Page {
  mails: PageMail[]
  next: number
}

interface Progress {
  /** Every email before this position is done, or due by itself. */
  position: number
  /** Counts of the emails before it, also of those whose process crashed before it counted them. */
  sent: number
  refused: number
  /** Number of emails that this process has sent. */
  sentNow: number
  /** Milliseconds after which the mailing continues; undefined when the page is done. */
  pauseMs?: number | undefined
}

interface PageDependencies extends DeliveryDependencies {
  mailings: Pick<MailingStore, 'renew'>
}

/** A lease is renewed after this time, so that another process knows that this one is at work. */
const RENEW_MS = 3_000

/** When this many emails in a row cannot be sent, the server is unavailable, and the mailing waits. */
const MOST_FAILURES = 10

/** The pause after an outage, in milliseconds. */
const OUTAGE_MS = 60_000

/**
 * Delivers the emails of a page. Those that another process has claimed are tried again after the others, when the
 * claim ends: the process has sent them by then, or has crashed.
 */
export async function deliverPage(
  { mails, next }: Page,
  leased: Leased,
  dependencies: PageDependencies,
  until: number,
): Promise<Progress> {
  const { now, pause, report } = dependencies
  const done = new Map<PageMail, Delivery>()
  const isSuppressed = lookup(mails, dependencies)
  const keepLease = leaseKeeper(leased, dependencies)
  let [sentNow, failures] = [0, 0]

  const progress = (pauseMs?: number): Progress => {
    const open = mails.find((mail) => !done.has(mail))
    const position = open?.position ?? next
    const outcomes = [...done].flatMap(([mail, delivery]) =>
      mail.position < position ? (uncounted(delivery) ?? []) : [],
    )
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
    return { position, sent: count('sent'), refused: count('refused'), sentNow, pauseMs }
  }

  for (let rest = mails; rest.length > 0; rest = rest.filter((mail) => !done.has(mail))) {
    let free = Infinity
    for (const mail of rest) {
      if (Date.now() >= until || !(await keepLease())) return progress(0)
      const { id, request, write } = mail
      const delivery = await deliver(id, request, { ...dependencies, write }, { isOfPage: true, isSuppressed }).catch(
        (error: unknown) => {
          report(String(error))
          return undefined
        },
      )
      if (isTaken(delivery)) {
        free = Math.min(free, Date.parse(delivery.taken_until))
        continue
      }
      if (delivery) done.set(mail, delivery)
      if (delivery === 'sent') sentNow += 1
      // Those that were postponed are due by themselves.
      failures = delivery === undefined || delivery === 'postponed' ? failures + 1 : 0
      if (failures === MOST_FAILURES) return progress(OUTAGE_MS)
    }
    if (done.size < mails.length) await pause(Math.max(PAUSE_MS, Math.min(free - now().getTime(), RENEW_MS)))
  }
  return Date.now() >= until ? progress(0) : progress()
}

/** The addresses of a page are looked up again after this time, in milliseconds: one of them may have bounced. */
const LOOKED_UP_MS = 5_000

/** @returns looks up whether nothing may go to an address: all addresses of the page with one read */
function lookup(mails: PageMail[], { mails: store, now }: PageDependencies) {
  const addresses = [...new Set(mails.flatMap(({ address }) => address ?? []))]
  let [found, lookedUp] = [new Set<string>(), -Infinity]
  return async (address: string) => {
    if (!addresses.includes(address)) return store.isSuppressed(address)
    const time = now().getTime()
    if (time - lookedUp >= LOOKED_UP_MS) [found, lookedUp] = [await store.suppressedOf(addresses), time]
    return found.has(address)
  }
}

/** The shortest pause before what is left of a page is tried again. */
const PAUSE_MS = 100

/** @returns what became of an email, if its report does not count it yet */
const uncounted = (delivery: Delivery): string | undefined => {
  if (typeof delivery === 'string') return delivery
  return 'before' in delivery && !delivery.isCounted ? delivery.before : undefined
}

/** @returns renews the lease when it is time; false when another process has it, or the mailing is paused */
function leaseKeeper(leased: Leased, { mailings, now }: PageDependencies): () => Promise<boolean> {
  let renewedAt = now().getTime()
  return async () => {
    const time = now().getTime()
    if (time - renewedAt < RENEW_MS) return true
    renewedAt = time
    return mailings.renew(leased, now())
  }
}
