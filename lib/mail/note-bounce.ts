import { type Suppression, type SuppressionDependencies, suppressAddress } from './bounce.js'
import type { MailFacts } from './mail-request.js'

/** A notice of Amazon SES about a mail, as its event destinations publish it. */
export interface Notice {
  eventType?: string
  bounce?: { bounceType?: string; bouncedRecipients?: { emailAddress?: string }[] }
  complaint?: { complainedRecipients?: { emailAddress?: string }[] }
  mail?: { tags?: Record<string, string[]> }
}

export interface BounceDependencies extends SuppressionDependencies {
  /**
   * Returns the owner, person and mailing of a mail.
   * @returns 'unfinished' for one that is not done; undefined for one that is no longer kept
   */
  factsOf: (mail: string) => Promise<MailFacts | 'unfinished' | undefined>
  /** Tells the team of an event that an address which it names takes no mail. */
  tellTeam: (event: string, address: string) => Promise<void>
  /** Counts a notice for the report of a message, once. */
  count: (mailing: string, mail: string, reason: Suppression) => Promise<void>
}

/** Fails when a notice overtakes the record that its mail was sent. The notice has to be offered again. */
class MailUnfinished extends Error {
  override readonly name = 'MailUnfinished'
}

/**
 * Does what a notice says. A mailbox that is full or a server that is away says nothing about an address, so that a
 * bounce that may pass is left alone.
 * @throws MailUnfinished when it is not known yet whose the mail was; nothing goes to the address by then
 */
export async function noteBounce(notice: Notice, dependencies: BounceDependencies): Promise<void> {
  const said = saidBy(notice)
  if (!said) return
  const [mail] = notice.mail?.tags?.['mail'] ?? []
  const facts = mail === undefined ? undefined : await dependencies.factsOf(mail)
  const { owner, person, mailing, of_event } = facts === 'unfinished' ? {} : (facts ?? {})
  const people = owner !== undefined && person !== undefined ? [{ owner, id: person }] : []
  for (const address of said.addresses) await suppressAddress(address, said.reason, people, dependencies)
  if (of_event !== undefined) for (const address of said.addresses) await dependencies.tellTeam(of_event, address)
  if (facts === 'unfinished') throw new MailUnfinished(mail)
  if (mail !== undefined && mailing !== undefined) await dependencies.count(mailing, mail, said.reason)
}

function saidBy({ eventType, bounce, complaint }: Notice) {
  const addressesOf = (all: { emailAddress?: string }[] = []) => all.flatMap(({ emailAddress }) => emailAddress ?? [])
  if (eventType === 'Bounce' && bounce?.bounceType === 'Permanent')
    return { reason: 'bouncing' as const, addresses: addressesOf(bounce.bouncedRecipients) }
  if (eventType === 'Complaint')
    return { reason: 'spam complaint' as const, addresses: addressesOf(complaint?.complainedRecipients) }
  return undefined
}
