import { setTimeout as pause } from 'node:timers/promises'
import { canceledAmong } from '../../attendances/store/rsvp-store.js'
import { loadEvent } from '../../events/store/load-event.js'
import { rateStore } from '../../http/state/rate-store.js'
import type { MailSettings } from '../../runtime/environment.js'
import { OsdiError } from '../../runtime/errors.js'
import type { Site } from '../../runtime/site.js'
import type { Table } from '../../table/table.js'
import { resultStore } from '../../targeting/store/result-store.js'
import { tellTeam } from '../emails/address-lost-email.js'
import { messageContext } from '../emails/message-email.js'
import { type NextOf, eventMailContext } from './rsvp-emails.js'
import { type KindOfMail, type MailContext, writerOf } from '../kind-of-mail.js'
import { mailboxLimit } from '../mailbox.js'
import { withAgreedContact } from '../store/confirmed-addresses.js'
import { mailPace } from '../store/mail-pace.js'
import { mailStore } from '../store/mail-store.js'
import { mailingStore } from '../store/mailing-store.js'
import { addressIn } from '../sender.js'
import { mailerOf } from './mailer.js'
import type { MailingDependencies } from './mailings.js'

/** An installation that sends mail. */
interface Installation {
  table: Table
  site: Site
  /** Undefined where it sends none. */
  settings: MailSettings | undefined
  /** The mails that the account may send in a second. */
  perSecond: number | undefined
  /** The time by which emails come in time, where it is to come. */
  at?: Date | undefined
  /** Is told why an email could not be sent. */
  report: (reason: string) => void
}

/** Makes what sends emails of some kinds. */
export function sendingBy(
  kinds: readonly KindOfMail[],
  nextOf: NextOf,
  { table, site, settings, perSecond = 1, at = new Date(0), report }: Installation,
): MailingDependencies {
  const now = () => new Date()
  const asOf = () => new Date(Math.max(at.getTime(), Date.now()))
  const sender = settings ? addressIn(settings.from).address : ''
  const context: MailContext = { table, site, sender, now, asOf }
  const results = resultStore(table)
  return {
    mails: mailStore(table),
    mailings: mailingStore(table),
    async findEvent(id) {
      const event = await loadEvent(table, id)
      return event && withAgreedContact(table, event)
    },
    nextOf,
    async readersOf({ owner, query, result: id, position, to_guests, about, created_date }, count) {
      const audience = to_guests ? 'everybody' : 'email'
      const result = await unlessNotFound(results.find(query, id))
      const people = result && (await results.people(owner, result, { audience, from: position, count }))
      if (!people || !to_guests || about === undefined) return people
      if (asOf().getTime() - Date.parse(created_date) < WAITED_MS) return people
      const ids = people.map(({ person }) => person.id)
      const canceled = await canceledAmong(table, about, ids)
      return people.filter(({ person }) => !canceled.has(person.id))
    },
    contextOf: (owner, event) => eventMailContext(context, owner, event),
    messageContextOf: ({ owner, about }) => messageContext(context, owner, about),
    tellTeam: (named) => tellTeam(mailStore(table), { kind: 'address-bounced', ...named }),
    takeTurn: mailPace(table, perSecond),
    takeOfMailbox: mailboxLimit(rateStore(table, 'attempts')),
    mailer: mailerOf(settings),
    write: writerOf(kinds, context),
    now,
    asOf,
    pause,
    report,
  }
}

/** People were found so long ago that some may have canceled. The time to take a message back is shorter. */
const WAITED_MS = 60_000

const unlessNotFound = <Result>(reading: Promise<Result>): Promise<Result | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  })
