import { randomUUID } from 'node:crypto'
import type { DynamoDBRecord } from 'aws-lambda'
import {
  type LinkKeys,
  type LinkedAttendance,
  linkToken,
  readLinkToken,
  readUnsubscribeToken,
  versionOf,
} from './domain/attendances/link-token.js'
import type { AttendanceDependencies } from './domain/attendances/record-attendance.js'
import type { WordingTest } from './domain/mail/mail-request.js'
import type { LiftDependencies } from './domain/mail/bounce.js'
import type { BounceDependencies } from './domain/mail/note-bounce.js'
import type { CampaignDependencies } from './domain/campaigns/record-campaign.js'
import type { ErasureDependencies } from './domain/merging/erase-person.js'
import type { MessageDraft } from './domain/mail/message.js'
import type { Owner } from './domain/access/principal.js'
import type { EventDependencies } from './domain/events/record-event.js'
import type { MergeDependencies } from './domain/merging/merge-people.js'
import type { QueryDependencies } from './domain/targeting/record-query.js'
import type { LinkDependencies } from './domain/attendances/self-service.js'
import type { UnsubscribeDependencies } from './domain/mail/unsubscribe.js'
import { type TagDependencies, tagPerson } from './domain/tags/record-tag.js'
import { signInMails as mailsToSignIn } from './domain/mail/sign-in-mails.js'
import { MOST_AT_ONCE, type ResultDependencies } from './domain/targeting/run-query.js'
import { rateStore } from './dynamodb/request-state/rate-store.js'
import { assignOrdinalsFromStream, sweep } from './dynamodb/stores/sequencer.js'
import { attendanceStore } from './dynamodb/stores/attendances/attendance-store.js'
import { loadPerson } from './dynamodb/stores/people/change-person.js'
import { calendarStore } from './dynamodb/stores/calendars/calendar-store.js'
import { campaignStore } from './dynamodb/stores/campaigns/campaign-store.js'
import { customFieldStore } from './dynamodb/stores/people/custom-field-store.js'
import { emailListStore } from './dynamodb/stores/lists/email-list-store.js'
import { eventStore } from './dynamodb/stores/events/event-store.js'
import { linkKeyStore } from './dynamodb/stores/access/link-key-store.js'
import { listingStore } from './dynamodb/stores/public/listing-store.js'
import { ownerStore } from './dynamodb/stores/access/owner-store.js'
import { keyStore } from './dynamodb/stores/access/key-store.js'
import { logStore } from './dynamodb/stores/access/log-store.js'
import { mergeDependencies } from './dynamodb/stores/merging/merge-store.js'
import { findRsvp } from './dynamodb/stores/attendances/rsvp-store.js'
import { mailParts as mailPartsOf } from './dynamodb/stores/mail/mail-parts.js'
import { mailingStore } from './dynamodb/stores/mail/mailing-store.js'
import { wordingStore } from './dynamodb/stores/mail/mail-wordings.js'
import { lift, mailStore, suppress } from './dynamodb/stores/mail/mail-store.js'
import { countNotice } from './dynamodb/stores/mail/mailing-counts.js'
import { personStore } from './dynamodb/stores/people/person-store.js'
import { catalogStore } from './dynamodb/stores/access/catalog-store.js'
import { signInStore } from './dynamodb/stores/access/sign-in-store.js'
import { tagStore } from './dynamodb/stores/tags/tag-store.js'
import { visitedEventStore } from './dynamodb/stores/public/visited-event-store.js'
import { openTable } from './dynamodb/table.js'
import { type WaitingResult, computeWaiting } from './dynamodb/stores/places/compute-waiting.js'
import { queryStore } from './dynamodb/stores/targeting/query-store.js'
import { resultStore } from './dynamodb/stores/targeting/result-store.js'
import { consumedByProcess } from './consumed-capacity.js'
import { type Environment, readMail } from './environment.js'
import { imageStore } from './images/image-store.js'
import { geocoderOf } from './geocode/geocoder.js'
import { deliveryLog } from './dynamodb/stores/webhooks/delivery-log.js'
import { deliveryStore } from './dynamodb/stores/webhooks/delivery-store.js'
import { messageLog } from './dynamodb/stores/webhooks/message-log.js'
import { webhookStore } from './dynamodb/stores/webhooks/webhook-store.js'
import { newId } from './request-context.js'
import { recordingIn, redeliveryIn, secretsIn } from './webhook-parts.js'

/** What a process of the service works with. */
export interface Service {
  environment: Environment
}

/** Makes the service of an environment. It opens nothing: each endpoint opens what it needs, once. */
export const createService = (environment: Environment): Service => ({ environment })

/** A function that makes a part of a service. */
export type Part<Made> = (service: Service) => Made

const made = new WeakMap<Service, Map<Part<unknown>, unknown>>()

/** Returns a part of a service, made once: what a store remembers is remembered for all endpoints of a process. */
export function partOf<Made>(service: Service, make: Part<Made>): Made {
  const parts = made.get(service) ?? new Map<Part<unknown>, unknown>()
  made.set(service, parts)
  if (!parts.has(make)) parts.set(make, make(service))
  return parts.get(make) as Made
}

/*
 * The parts of a service, each made where a handler needs it. They are functions of their own, so that the bundle of
 * a Lambda holds only the parts that it uses.
 */

/** The table, and the client that reaches it. */
export const table = ({ environment }: Service) =>
  openTable({ ...environment, consumedCapacity: consumedByProcess })

const tableOf = (service: Service) => partOf(service, table)

export const events = (service: Service) => eventStore(tableOf(service))
export const visitedEvents = (service: Service) => visitedEventStore(tableOf(service))
export const people = (service: Service) => personStore(tableOf(service))
export const attendances = (service: Service) => attendanceStore(tableOf(service))
export const customFields = (service: Service) => customFieldStore(tableOf(service))
export const emailLists = (service: Service) => emailListStore(tableOf(service))
export const campaigns = (service: Service) => campaignStore(tableOf(service))
export const queries = (service: Service) => queryStore(tableOf(service))
export const results = (service: Service) => resultStore(tableOf(service))
export const tags = (service: Service) => tagStore(tableOf(service))
const linkKeys = (service: Service) => linkKeyStore(tableOf(service))
export const calendars = (service: Service) => calendarStore(tableOf(service))
export const owners = (service: Service) => ownerStore(tableOf(service))
export const keys = (service: Service) => keyStore(tableOf(service))
/** Makes the secret of a new API key. */
export { newSecret as newKey } from './dynamodb/stores/access/secret-store.js'
/** Images that organisers have uploaded. */
export const images = ({ environment }: Service) => imageStore(environment)
/** Sessions of the organiser's interface. */
export const signIns = (service: Service) => signInStore(tableOf(service))
/** What is to be mailed. */
const mails = (service: Service) => mailStore(tableOf(service))
/** What sending mail reads and writes. */
export const mailParts = (service: Service) => mailPartsOf(tableOf(service), readMail()?.perSecond)
/** Messages to the people of queries; undefined where the installation sends no mail. */
export const messages = (service: Service) =>
  readMail() && {
    ...mailingStore(tableOf(service)),
    test: (owner: Owner, address: string, draft: MessageDraft) =>
      partOf(service, mails).ask(newId(), { kind: 'message', owner, address, draft }),
  }
/** How mails are worded, and tests of wordings; undefined where the installation sends no mail. */
export const mailWordings = (service: Service) =>
  readMail() && {
    ...wordingStore(tableOf(service)),
    test: (request: WordingTest) => partOf(service, mails).ask(newId(), request),
  }
/** What letting mail go to an address again changes. */
export function liftDependencies(service: Service): LiftDependencies {
  const store = tableOf(service)
  return {
    lift: (address, reasons) => lift(store, address, reasons),
    people: partOf(service, people),
    now,
  }
}
/** What notices about mails change. */
export function bounceDependencies(service: Service): BounceDependencies {
  const store = tableOf(service)
  return {
    suppress: (address, reason, at) => suppress(store, address, reason, at),
    people: partOf(service, people),
    factsOf: (mail) => partOf(service, mails).factsOf(mail),
    count: (mailing, mail, reason) => countNotice(store, mailing, mail, reason),
    now,
  }
}
/** The mails with links to sign in; undefined where the installation sends no mail. */
export const signInMails = (service: Service) =>
  readMail() &&
  mailsToSignIn({
    mails: partOf(service, mails),
    attempts: rateStore(tableOf(service), 'attempts'),
    newId,
  })
/** The log of what the organiser's interface changes. */
export const changeLog = (service: Service) => logStore(tableOf(service))
/** Upcoming events for anybody. */
export const listings = (service: Service) => listingStore(tableOf(service))
/** What readers without a key may find. */
export const publicCatalog = (service: Service) => catalogStore(tableOf(service))

const now = () => new Date()

/** What makes the self-service links of attendances, for functions that only read. */
export function linkTokens(service: Service) {
  const store = partOf(service, linkKeys)
  return { load: async () => tokensBy(await store.find()) }
}

/** The same for functions that write attendances: the first of them makes the key. */
export function signedTokens(service: Service) {
  const store = partOf(service, linkKeys)
  return { load: async () => tokensBy(await store.load()) }
}

const tokensBy = (keys: LinkKeys | undefined) => (attendance: LinkedAttendance) =>
  keys && linkToken(keys, attendance)

/** What recording and changing events depends on. */
export function eventDependencies(service: Service): EventDependencies {
  const ownersOf = partOf(service, owners)
  return {
    events: partOf(service, events),
    findRole: (group, person) => ownersOf.findRole(group, person),
    geocode: geocoderOf(service.environment),
    nativePrefix: service.environment.nativePrefix,
    now,
    newId,
  }
}

/** What tagging depends on. */
export function tagDependencies(service: Service): TagDependencies {
  const store = partOf(service, people)
  return { tags: partOf(service, tags), hasPerson: (owner, id) => store.has(owner, id), now }
}

/** What recording people and attendances depends on. */
export function attendanceDependencies(service: Service): AttendanceDependencies {
  const store = partOf(service, people)
  const tagging = tagDependencies(service)
  return {
    people: store,
    attendances: partOf(service, attendances),
    hasPerson: (owner, id) => store.has(owner, id),
    tagPerson: (owner, person, add, remove) => tagPerson(owner, person, add, remove, tagging),
    geocode: geocoderOf(service.environment),
    nativePrefix: service.environment.nativePrefix,
    now,
    // People are found again by their contacts.
    newId: () => randomUUID(),
  }
}

/** What finding an RSVP by its link depends on. */
export function linkDependencies(service: Service): LinkDependencies {
  const keys = partOf(service, linkKeys)
  const store = tableOf(service)
  return {
    async readLink(token) {
      const version = versionOf(token)
      const known = version === undefined ? undefined : await keys.find()
      if (known?.keys[version as number]) return readLinkToken(known, token)
      // Another process may have made a key since.
      const current = version === undefined ? undefined : await keys.look()
      return current && readLinkToken(current, token)
    },
    findRsvp: (linked) => findRsvp(store, linked),
  }
}

/** What leaving a mailing list by a link depends on. */
export function unsubscribeDependencies(service: Service): UnsubscribeDependencies {
  const keys = partOf(service, linkKeys)
  const store = tableOf(service)
  return {
    async readToken(token) {
      const known = await keys.find()
      return known && readUnsubscribeToken(known, token)
    },
    findPerson: (id) => loadPerson(store, id),
  }
}

/** What erasing a person depends on. */
export const erasureDependencies = (service: Service): ErasureDependencies => ({
  people: partOf(service, people),
  attendances: partOf(service, attendances),
  tags: partOf(service, tags),
  now,
})

/** What merging people depends on. */
export const mergingDependencies = (service: Service): MergeDependencies =>
  mergeDependencies(tableOf(service))

/** What recording and changing queries of the targeting interface depends on. */
export function queryDependencies(service: Service): QueryDependencies {
  const store = partOf(service, events)
  return {
    queries: partOf(service, queries),
    eventsByIdentifier: (identifiers) => store.holdersOf(identifiers),
    ownEvents: (owner, ids) => store.findMany(owner, ids),
    nativePrefix: service.environment.nativePrefix,
    now,
    newId,
  }
}

/** What running them depends on. */
export const resultDependencies = (service: Service): ResultDependencies => ({
  results: partOf(service, results),
  mostAtOnce: MOST_AT_ONCE,
  now,
  newId,
})

/** What recording and changing event campaigns depends on. */
export const campaignDependencies = (service: Service): CampaignDependencies => ({
  campaigns: partOf(service, campaigns),
  nativePrefix: service.environment.nativePrefix,
  now,
  newId,
})

export const webhooks = (service: Service) => webhookStore(tableOf(service))
export const webhookMessages = (service: Service) => messageLog(tableOf(service))
export const webhookDeliveries = (service: Service) => deliveryStore(tableOf(service))
export const webhookDeliveryLog = (service: Service) => deliveryLog(tableOf(service))
export const webhookSecrets = (service: Service) => secretsIn(tableOf(service))
export const webhookDependencies = (service: Service) => recordingIn(tableOf(service))
export const redeliveryDependencies = (service: Service) => redeliveryIn(tableOf(service))

/** Assigns ordinals to pending members in a batch of the table's stream. @returns the records to offer again */
export const assignOrdinals = (service: Service, records: DynamoDBRecord[]) =>
  assignOrdinalsFromStream(tableOf(service), records)

/** Makes the key of self-service links, where there is none yet. */
export const makeLinkKey = (service: Service) => partOf(service, linkKeys).load()

/** Assigns ordinals to the members that have been pending since before a time, until a deadline. */
export const sweepPending = (service: Service, before: Date, deadline: number) =>
  sweep(tableOf(service), before, deadline)

export type { WaitingResult }

/** Computes a result that waits. @throws Error what hindered it */
export const computeResult = (service: Service, waiting: WaitingResult) =>
  computeWaiting(tableOf(service), waiting)

/** Where the script of the explorer is. */
export const explorerScript = ({ environment }: Service) => environment.explorerFile
