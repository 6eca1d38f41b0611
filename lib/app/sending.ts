import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { MailRequest } from '../mail/mail-request.js'
import type { Owner } from '../runtime/owner.js'
import type { Site } from '../runtime/site.js'
import type { MailSettings } from '../runtime/environment.js'
import { PASSKEYS, SIGN_IN, eventPath, signInPath, webhookPath } from '../manage/paths.js'
import { addressIn } from '../mail/sending/compose.js'
import type { EventMailContext } from '../mail/emails/event-mail.js'
import { mailerOf } from '../mail/sending/mailer.js'
import { type MessageContext, messageMail, messageTo } from '../mail/emails/message-mail.js'
import type { MailingDependencies } from '../mail/sending/mailings.js'
import { type WritingDependencies, writeMail } from './write-mail.js'

/** Reads and writes of sending mail, apart from the mails themselves. */
type Parts = Omit<
  WritingDependencies,
  'site' | 'sender' | 'signInPath' | 'signInPage' | 'passkeysPage' | 'webhookPath' | 'eventPath' | 'now'
> &
  Pick<
    MailingDependencies,
    'mails' | 'mailings' | 'findEvent' | 'nextOf' | 'takeTurn' | 'takeOfMailbox' | 'readersOf'
  > & {
    unsubscribing: { load(): Promise<(person: string) => string> }
  }

/** Makes what sends the mails of an installation. @param settings undefined where it sends none */
export function sendingOf(
  parts: Parts,
  site: Site,
  settings: MailSettings | undefined,
  report: (reason: string) => void,
): MailingDependencies {
  const sender = settings ? addressIn(settings.from).address : ''
  const now = () => new Date()
  const writing: WritingDependencies = {
    ...parts,
    site,
    sender,
    signInPath,
    signInPage: SIGN_IN,
    passkeysPage: PASSKEYS,
    webhookPath,
    eventPath,
    now,
  }
  const messageContextOf = async (owner: Owner): Promise<MessageContext> => {
    const [{ settings, title, browser_url }, tokenOf] = await Promise.all([
      parts.readFor(owner),
      parts.unsubscribing.load(),
    ])
    return { site, settings, title, browser_url, tokenOf }
  }
  /** A message that could not be sent with its page. */
  const messageAgain = async (request: Extract<MailRequest, { kind: 'message' }>) => {
    if ('draft' in request) {
      const { owner, address, draft } = request
      const reader = { id: randomUUID(), owner, given_name: 'Ada' }
      return messageTo(address, draft, reader, await messageContextOf(owner))
    }
    const { mailing: id, person: of } = request
    const [mailing, person] = await Promise.all([parts.mailings.find(id), parts.findPerson(of)])
    if (mailing?.kind !== 'message' || !person) return undefined
    const rendered = messageMail(mailing, person, await messageContextOf(mailing.owner))
    return rendered && { ...rendered, mailing: id }
  }
  return {
    ...parts,
    mailer: mailerOf(settings),
    write: (request) => (request.kind === 'message' ? messageAgain(request) : writeMail(request, writing)),
    messageContextOf,
    async contextOf(owner, event): Promise<EventMailContext> {
      const [{ settings, ...wordings }, tokenOf] = await Promise.all([
        parts.readFor(owner, event),
        parts.tokens.load(),
      ])
      return { site, sender, settings, wordings, tokenOf }
    },
    now,
    pause,
    report,
  }
}
