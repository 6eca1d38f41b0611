import type { Site } from '../domain/site.js'
import type { MailSettings } from '../environment.js'
import { signInPath } from '../manage/paths.js'
import { addressIn } from './compose.js'
import type { EventMailContext } from './event-mail.js'
import { mailerOf } from './mailer.js'
import type { MailingDependencies } from './mailings.js'
import { type WritingDependencies, writeMail } from './write-mail.js'

/** What sending mail reads and writes, apart from the mails themselves. */
type Parts = Omit<WritingDependencies, 'site' | 'sender' | 'signInPath' | 'now'> &
  Pick<MailingDependencies, 'mails' | 'mailings' | 'findEvent' | 'takeTurn'>

/** Makes what sends the mails of an installation. @param settings undefined where it sends none */
export function sendingOf(
  parts: Parts,
  site: Site,
  settings: MailSettings | undefined,
  report: (reason: string) => void,
): MailingDependencies {
  const sender = settings ? addressIn(settings.from).address : ''
  const now = () => new Date()
  const writing: WritingDependencies = { ...parts, site, sender, signInPath, now }
  return {
    ...parts,
    mailer: mailerOf(settings),
    write: (request) => writeMail(request, writing),
    async contextOf(owner, event): Promise<EventMailContext> {
      const [{ settings, ...wordings }, tokenOf] = await Promise.all([
        parts.readFor(owner, event),
        parts.tokens.load(),
      ])
      return { site, sender, settings, wordings, tokenOf }
    },
    now,
    report,
  }
}
