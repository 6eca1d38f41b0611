import { OsdiError } from '../runtime/errors.js'
import type { MessageMailing } from '../mail/mailing.js'
import { attendanceId } from '../attendances/attendance.js'
import { type LinkedAttendance, linkToken, unsubscribeToken } from '../attendances/links/link-token.js'
import { type LinkedHost, hostToken } from '../hosting/host-link.js'
import type { Owner } from '../runtime/owner.js'
import type { OrganiserMail } from '../mail/organiser-mail.js'
import type { OsdiEvent } from '../events/event.js'
import type { Person } from '../people/person.js'
import { mailboxLimit } from '../mail/mailbox.js'
import { rateStore } from '../http/state/rate-store.js'
import type { Table } from '../table/table.js'
import { nextOf } from './next-events.js'
import { loadPerson } from '../people/store/change-person.js'
import { chosenMails } from '../mail/store/chosen-mails.js'
import { linkKeyStore } from '../attendances/links/link-key-store.js'
import { loadCampaign } from '../campaigns/store/campaign-store.js'
import { hostingStore } from '../hosting/store/hosting-store.js'
import { loadEvent } from '../events/store/load-event.js'
import { mailPace } from '../mail/store/mail-pace.js'
import { mailStore } from '../mail/store/mail-store.js'
import { wordingStore } from '../mail/store/mail-wordings.js'
import { mailingStore } from '../mail/store/mailing-store.js'
import { eventsAnswered, findRsvp } from '../attendances/store/rsvp-store.js'
import { resultStore } from '../targeting/store/result-store.js'
import { signInStore } from '../sign-in/store/sign-in-store.js'

/** @param perSecond the mails that the account may send in a second */
export function mailParts(table: Table, perSecond = 1) {
  const [linkKeys, results, hosting] = [linkKeyStore(table), resultStore(table), hostingStore(table)]
  const mailings = mailingStore(table)
  const [chosen, next] = [chosenMails(table), nextOf(table)]
  return {
    mails: mailStore(table),
    mailings,
    signIns: signInStore(table),
    readFor: wordingStore(table).readFor,
    findWordings: (event: string) => wordingStore(table).find(event),
    findRsvp: (event: string, person: string) => findRsvp(table, { event, id: attendanceId(event, person) }),
    toldOf: (edit: string) => mailings.toldOf(edit),
    eventsAnswered: (person: string, events: string[]) => eventsAnswered(table, person, events),
    findPerson: (id: string) => loadPerson(table, id),
    findEvent: (id: string) => loadEvent(table, id),
    nextOf: async (event: OsdiEvent, person: Person) =>
      (await next(event, person)).map((found) => found.event),
    findHostRequest: (id: string) => hosting.find(id, new Date()),
    findCampaign: (id: string) => loadCampaign(table, id),
    addressOfOrganiser: (owner: Owner, person: string, kind: OrganiserMail) =>
      chosen.addressOf(owner, person, kind),
    hostTokens: {
      async load() {
        const keys = await linkKeys.load()
        return (link: LinkedHost) => hostToken(keys, link)
      },
    },
    tokens: {
      async load() {
        const keys = await linkKeys.load()
        return (attendance: LinkedAttendance) => linkToken(keys, attendance)
      },
    },
    /** The people of a message from its position on, who are subscribed now; undefined when their result is gone. */
    async readersOf({ owner, query, result: id, position }: MessageMailing, count: number) {
      const result = await unlessNotFound(results.find(query, id))
      const part = { audience: 'email' as const, from: position, count }
      return result && results.people(owner, result, part)
    },
    unsubscribing: {
      async load() {
        const keys = await linkKeys.load()
        return (person: string) => unsubscribeToken(keys, person)
      },
    },
    takeTurn: mailPace(table, perSecond),
    takeOfMailbox: mailboxLimit(rateStore(table, 'attempts')),
  }
}

const unlessNotFound = <Result>(reading: Promise<Result>): Promise<Result | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof OsdiError && error.code === 'not_found') return undefined
    throw error
  })
