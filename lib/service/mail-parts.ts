import { OsdiError } from '../domain/errors.js'
import type { MessageMailing } from '../domain/mail/mailing.js'
import { attendanceId } from '../domain/attendances/attendance.js'
import { type LinkedAttendance, linkToken, unsubscribeToken } from '../domain/attendances/link-token.js'
import { type LinkedHost, hostToken } from '../domain/hosting/host-link.js'
import type { Owner } from '../domain/access/principal.js'
import type { OrganiserMail } from '../domain/reports/organiser-mail.js'
import type { OsdiEvent } from '../domain/events/event.js'
import type { Person } from '../domain/people/person.js'
import { mailboxLimit } from '../domain/mail/mailbox.js'
import { rateStore } from '../dynamodb/request-state/rate-store.js'
import type { Table } from '../dynamodb/table.js'
import { nextOf } from './next-events.js'
import { loadPerson } from '../dynamodb/stores/people/change-person.js'
import { chosenMails } from '../dynamodb/stores/access/chosen-mails.js'
import { linkKeyStore } from '../dynamodb/stores/access/links/link-key-store.js'
import { loadCampaign } from '../dynamodb/stores/campaigns/campaign-store.js'
import { hostingStore } from '../dynamodb/stores/hosting/hosting-store.js'
import { loadEvent } from '../dynamodb/stores/events/load-event.js'
import { mailPace } from '../dynamodb/stores/mail/mail-pace.js'
import { mailStore } from '../dynamodb/stores/mail/mail-store.js'
import { wordingStore } from '../dynamodb/stores/mail/mail-wordings.js'
import { mailingStore } from '../dynamodb/stores/mail/mailing-store.js'
import { eventsAnswered, findRsvp } from '../dynamodb/stores/attendances/rsvp-store.js'
import { resultStore } from '../dynamodb/stores/targeting/result-store.js'
import { signInStore } from '../dynamodb/stores/access/sign-in-store.js'

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
