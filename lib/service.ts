import { randomUUID } from 'node:crypto'
import type { DynamoDBRecord } from 'aws-lambda'
import type { AttendancesWorld } from './domain/record-attendance.js'
import type { CampaignsWorld } from './domain/record-campaign.js'
import { isNativeId } from './domain/identifier.js'
import type { OsdiEvent } from './domain/event.js'
import type { EventsWorld } from './domain/record-event.js'
import type { QueriesWorld } from './domain/record-query.js'
import { MOST_AT_ONCE, type ResultsWorld } from './domain/run-query.js'
import { type TagsWorld, tagPerson } from './domain/record-tag.js'
import { numberFromStream } from './dynamodb/lists/number-from-stream.js'
import { sweep } from './dynamodb/lists/numbering.js'
import { answerStore } from './dynamodb/stores/answer-store.js'
import { attendanceStore } from './dynamodb/stores/attendance-store.js'
import { calendarStore } from './dynamodb/stores/calendar-store.js'
import { campaignStore } from './dynamodb/stores/campaign-store.js'
import { emailListStore } from './dynamodb/stores/email-list-store.js'
import { eventStore } from './dynamodb/stores/event-store.js'
import { keyStore } from './dynamodb/stores/key-store.js'
import { ownerStore } from './dynamodb/stores/owner-store.js'
import { personStore } from './dynamodb/stores/person-store.js'
import { publicStore } from './dynamodb/stores/public-store.js'
import { computeFromStream } from './dynamodb/targeting/compute-from-stream.js'
import { queryStore } from './dynamodb/targeting/query-store.js'
import { resultStore } from './dynamodb/targeting/result-store.js'
import { rateStore } from './dynamodb/stores/rate-store.js'
import { tagStore } from './dynamodb/stores/tag-store.js'
import { openTable } from './dynamodb/table.js'
import { throttleStore } from './dynamodb/stores/throttle-store.js'
import { environment } from './environment.js'
import { geocoderOf } from './geocode/geocoder.js'
import type { ApiVersion } from './hal/version.js'
import type { Answer } from './http/answer.js'
import { type KeyedWorld, bodylessEndpoint, keyedEndpoint, keylessEndpoint } from './http/endpoint.js'
import { type Authenticate, noKey, principalOf } from './http/authenticate.js'
import { spentHere } from './spent.js'
import type { ApiRequest, BrowserRequest, GatewayRequest } from './http/request.js'

/*
 * The wiring of the deployed functions: the stores over the table that the environment names. All of it is
 * marked pure, so that a function's bundle holds only what the function uses.
 */

const deployed = () => ({ ...environment(), spent: spentHere })

/** The deployed table; the bench reads from it what requests have spent. */
export const table = /* @__PURE__ */ openTable(/* @__PURE__ */ deployed())
const keys = /* @__PURE__ */ keyStore(table)
const authenticate: Authenticate = (key) => keys.authenticate(key)
const owners = /* @__PURE__ */ ownerStore(table)

export const events = /* @__PURE__ */ eventStore(table)
export const people = /* @__PURE__ */ personStore(table)
export const attendances = /* @__PURE__ */ attendanceStore(table)
export const emailLists = /* @__PURE__ */ emailListStore(table)
export const campaigns = /* @__PURE__ */ campaignStore(table)
export const queries = /* @__PURE__ */ queryStore(table)
export const results = /* @__PURE__ */ resultStore(table)
export const tags = /* @__PURE__ */ tagStore(table)
export const calendars = /* @__PURE__ */ calendarStore(table)
/** What readers without a key may find. */
export const shown = /* @__PURE__ */ publicStore(table)
const throttle = /* @__PURE__ */ throttleStore(table)

const geocode = /* @__PURE__ */ geocoderOf(/* @__PURE__ */ environment())

/** What recording and changing events needs of the world. */
export const world = /* @__PURE__ */ ((): EventsWorld => ({
  events,
  findRole: (group, person) => owners.findRole(group, person),
  geocode,
  nativePrefix: environment().nativePrefix,
  now: () => new Date(),
  newId: () => randomUUID(),
}))()

/** What tagging needs of the world. */
export const tagsWorld = /* @__PURE__ */ ((): TagsWorld => ({
  tags,
  hasPerson: (owner, id) => people.has(owner, id),
  now: () => new Date(),
}))()

/** What recording people and attendances needs of the world. */
export const attendancesWorld = /* @__PURE__ */ ((): AttendancesWorld => ({
  people,
  attendances,
  hasPerson: (owner, id) => people.has(owner, id),
  tagPerson: (owner, person, add, remove) => tagPerson(owner, person, add, remove, tagsWorld),
  geocode,
  nativePrefix: environment().nativePrefix,
  now: () => new Date(),
  newId: () => randomUUID(),
}))()

/** What recording and changing queries of the targeting interface needs of the world. */
export const queriesWorld = /* @__PURE__ */ ((): QueriesWorld => ({
  queries,
  eventsByIdentifier: (identifiers) => events.holdersOf(identifiers),
  ownEvents: (owner, ids) => events.findMany(owner, ids),
  nativePrefix: environment().nativePrefix,
  now: () => new Date(),
  newId: () => randomUUID(),
}))()

/** What running them needs. */
export const resultsWorld = /* @__PURE__ */ ((): ResultsWorld => ({
  results,
  mostAtOnce: MOST_AT_ONCE,
  now: () => new Date(),
  newId: () => randomUUID(),
}))()

/** What recording and changing event campaigns needs of the world. */
export const campaignsWorld = /* @__PURE__ */ ((): CampaignsWorld => ({
  campaigns,
  nativePrefix: environment().nativePrefix,
  now: () => new Date(),
  newId: () => randomUUID(),
}))()

/** Gives the members that a batch of the table's stream shows their places. @returns the records to offer again */
export const numberMembers = (records: DynamoDBRecord[]) => numberFromStream(table, records)

/** Gives places to the members who have waited since before a time. @returns how many there were */
export const sweepUnnumbered = (before: Date) => sweep(table, before)

/** Computes the results that a batch of the table's stream shows waiting. @throws Error what hindered it */
export const computeResults = (records: DynamoDBRecord[]) => computeFromStream(table, records)

/** What requests with a key need of the world. */
const keyed = /* @__PURE__ */ ((): KeyedWorld => ({
  authenticate,
  rates: rateStore(table),
  answers: answerStore(table),
}))()

/** An endpoint of a version, for the principals of its API keys. */
export const endpoint = (version: ApiVersion, handle: (request: ApiRequest) => Answer | Promise<Answer>) =>
  keyedEndpoint(version, keyed, handle)

/** The same where a POST says nothing but its address. */
export const endpointWithoutBody = (
  version: ApiVersion,
  handle: (request: ApiRequest) => Answer | Promise<Answer>,
) => bodylessEndpoint(version, keyed, handle)

/** An endpoint of a version, for browsers without a key at an event whose owner lets them. */
export const browserEndpoint = (
  version: ApiVersion,
  handle: (request: BrowserRequest) => Answer | Promise<Answer>,
) =>
  keylessEndpoint(
    version,
    async (request) => {
      const event = await eventForBrowsers(request.pathParameters?.['id'])
      // Where browsers may not, nothing tells this address from any other that wants a key.
      if (!event) throw noKey(version)
      await throttle.count(request.requestContext.http.sourceIp, new Date())
      return event
    },
    handle,
  )

/** The event with this id, if it is one, and if its owner lets browsers record attendances of it. */
export async function eventForBrowsers(id: string | undefined): Promise<OsdiEvent | undefined> {
  const event = id && isNativeId(id) ? await events.findForBrowsers(id) : undefined
  return event && (await shown.admitsTo(event)) ? event : undefined
}

/** Refuses a request without a good key, where no endpoint stands behind it. @throws OsdiError forbidden */
export const requireKey = (version: ApiVersion, request: GatewayRequest) =>
  principalOf(request, version, authenticate)
