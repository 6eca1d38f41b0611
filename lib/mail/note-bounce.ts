import type { App } from '../table/app.js'
import { suppressAddress } from './bounce.js'
import { tellTeam } from './emails/address-lost-email.js'
import { countNotice } from './store/mailing-counts.js'
import { mailStore } from './store/mail-store.js'

/** A notice of Amazon SES about an email, as its event destinations publish it. */
export interface Notice {
  eventType?: string
  bounce?: { bounceType?: string; bouncedRecipients?: { emailAddress?: string }[] }
  complaint?: { complainedRecipients?: { emailAddress?: string }[] }
  mail?: { tags?: Record<string, string[]> }
}

/** Fails when a notice overtakes the record that its email was sent. The notice has to be offered again. */
class MailUnfinished extends Error {
  override readonly name = 'MailUnfinished'
}

/**
 * Does what a notice says. A mailbox that is full or a server that is away says nothing about an address, so that a
 * bounce that may pass is left alone.
 * @throws MailUnfinished when it is not known yet whose the email was; nothing goes to the address by then
 */
export async function noteBounce(app: Pick<App, 'table' | 'now'>, notice: Notice): Promise<void> {
  const said = saidBy(notice)
  if (!said) return
  const [mail] = notice.mail?.tags?.['mail'] ?? []
  const mails = mailStore(app.table)
  const facts = mail === undefined ? undefined : await mails.factsOf(mail)
  const { owner, person, mailing, of_event } = facts === 'unfinished' ? {} : (facts ?? {})
  const people = owner !== undefined && person !== undefined ? [{ owner, id: person }] : []
  for (const address of said.addresses) await suppressAddress(app, address, said.reason, people)
  if (of_event !== undefined)
    for (const address of said.addresses) await tellTeam(mails, { kind: 'address-bounced', event: of_event, address })
  if (facts === 'unfinished') throw new MailUnfinished(mail)
  if (mail !== undefined && mailing !== undefined) await countNotice(app.table, mailing, mail, said.reason)
}

function saidBy({ eventType, bounce, complaint }: Notice) {
  const addressesOf = (all: { emailAddress?: string }[] = []) => all.flatMap(({ emailAddress }) => emailAddress ?? [])
  if (eventType === 'Bounce' && bounce?.bounceType === 'Permanent')
    return { reason: 'bouncing' as const, addresses: addressesOf(bounce.bouncedRecipients) }
  if (eventType === 'Complaint')
    return { reason: 'spam complaint' as const, addresses: addressesOf(complaint?.complainedRecipients) }
  return undefined
}
