import { chosenDates, unknownDate } from '../series/chosen-dates.js'
import { admitVisit } from '../visitors/admit-visit.js'
import { type OsdiError, notFound } from '../runtime/errors.js'
import { isNativeId } from '../fields/identifier.js'
import type { Site } from '../runtime/site.js'
import { answerStore } from '../http/state/answer-store.js'
import { keyStore } from '../access/store/key-store.js'
import { rateStore } from '../http/state/rate-store.js'
import type { ApiVersion } from '../hal/version.js'
import { repeatedInput } from '../http/body/form-body.js'
import type { Answer } from '../http/answer.js'
import { noKey, principalOf } from '../http/authenticate.js'
import { atFixedIntervals } from '../visitors/fixed-intervals.js'
import { visitOf } from '../visitors/visit.js'
import {
  type AsPage,
  type KeyedDependencies,
  type Stack,
  bodylessStack,
  bulkStack,
  formStack,
  keyStack,
  keylessStack,
  openStack,
  pageStack,
  publicStack,
} from '../http/stacks.js'
import type {
  ApiRequest,
  Attended,
  BrowserRequest,
  BulkRequest,
  FormRequest,
  GatewayRequest,
  PublicRequest,
} from '../http/request.js'
import { type Part, type Service, partOf } from '../runtime/service.js'
import { table } from '../table/table.js'
import { publicCatalog, visitDependencies, visitedEvents } from './public.js'

/*
 * An endpoint says what it needs of a service, and is made for one. Nothing is opened or read when a file of
 * functions/ is imported; the entry of a Lambda, the local server and the tests make the service.
 */
export type Endpoint = (service: Service) => Stack

/** Makes parts of a service, by the names under which a handler gets them. */
type Needs = Record<string, Part<unknown>>

/** The context of a handler: its needs, and the settings that every document shows of the installation. */
type Given<N extends Needs> = { [Name in keyof N]: ReturnType<N[Name]> } & { site: Site }

function given<N extends Needs>(service: Service, needs: N): Given<N> {
  const parts = Object.entries(needs).map(([name, make]) => [name, partOf(service, make)])
  return { ...(Object.fromEntries(parts) as Given<N>), site: service.environment }
}

type Handle<N extends Needs, Request> = (given: Given<N>, request: Request) => Answer | Promise<Answer>

/** An endpoint of a version, for the principals of its API keys. */
export const keyEndpoint =
  <N extends Needs>(version: ApiVersion, needs: N, handle: Handle<N, ApiRequest>): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    return keyStack(service.environment, version, partOf(service, keyedDependencies), (request) =>
      handle(parts, request),
    )
  }

/** The same where a POST says nothing but its address. */
export const bodylessEndpoint =
  <N extends Needs>(version: ApiVersion, needs: N, handle: Handle<N, ApiRequest>): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    return bodylessStack(service.environment, version, partOf(service, keyedDependencies), (request) =>
      handle(parts, request),
    )
  }

/** An endpoint of a version that takes many rows at once. */
export const bulkEndpoint =
  <N extends Needs>(version: ApiVersion, needs: N, handle: Handle<N, BulkRequest>): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    return bulkStack(service.environment, version, partOf(service, keyedDependencies), (request) =>
      handle(parts, request),
    )
  }

/** An endpoint that needs no key, of a version or of none. */
export const openEndpoint =
  <N extends Needs>(version: ApiVersion | undefined, needs: N, handle: Handle<N, GatewayRequest>): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    return openStack(service.environment, version, (request) => handle(parts, request))
  }

/** A page that people see without a key, and whose refusals are pages. */
export const pageEndpoint =
  <N extends Needs>(
    needs: N,
    asPage: (given: Given<N>) => AsPage,
    handle: Handle<N, GatewayRequest>,
  ): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    return pageStack(service.environment, asPage(parts), (request) => handle(parts, request))
  }

/** An endpoint that scripts in pages of any site read, without a key. */
export const publicEndpoint =
  <N extends Needs>(needs: N, handle: Handle<N, PublicRequest>): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    return publicStack(service.environment, (request) => handle(parts, request))
  }

/** An endpoint of a version, for browsers without a key at an event whose owner lets them. */
export const browserEndpoint =
  <N extends Needs>(version: ApiVersion, needs: N, handle: Handle<N, BrowserRequest>): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    const admit = visitsOf(service, partOf(service, eventForScripts))
    // When browsers may not, the answer is that of any path that wants a key.
    return keylessStack(
      service.environment,
      version,
      (request) => admit(request, () => noKey(version)),
      (request) => atFixedIntervals(() => handle(parts, request)),
    )
  }

/**
 * An endpoint that takes the RSVP form of an event whose owner lets browsers record attendances.
 * @param refuse makes the page of a refusal
 */
export const formEndpoint =
  <N extends Needs>(
    needs: N,
    handle: Handle<N, FormRequest>,
    refuse: (given: Given<N>, error: OsdiError, request: GatewayRequest) => Promise<Answer>,
  ): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    const admit = visitsOf(service, partOf(service, eventForBrowsers))
    // The time that an RSVP takes depends on whether the person is known.
    return formStack(
      service.environment,
      (request) => admit(request, notFound),
      (request) => atFixedIntervals(() => handle(parts, request)),
      (error, request) => refuse(parts, error, request),
    )
  }

/** The same for the form of a series: each of its dates counts as an RSVP. */
export const seriesFormEndpoint =
  <N extends Needs>(
    needs: N,
    handle: Handle<N, FormRequest>,
    refuse: (given: Given<N>, error: OsdiError, request: GatewayRequest) => Promise<Answer>,
  ): Endpoint =>
  (service) => {
    const parts = given(service, needs)
    const admit = visitsOfSeries(service)
    return formStack(
      service.environment,
      admit,
      (request) => atFixedIntervals(() => handle(parts, request)),
      (error, request) => refuse(parts, error, request),
    )
  }

/** Finds the dates that a form of a series asks for, and counts the visit. */
function visitsOfSeries(service: Service) {
  const { environment } = service
  const catalog = partOf(service, publicCatalog)
  const events = partOf(service, visitedEvents)
  const dependencies = partOf(service, visitDependencies)
  return async (request: GatewayRequest): Promise<Attended> => {
    const series = await catalog.findSeries(request.pathParameters?.['id'] ?? '')
    const open = series?.dates.find(({ browser_rsvps }) => browser_rsvps)
    if (!series || !open) throw notFound()
    const chosen = chosenDates(
      repeatedInput(request, 'event'),
      series.dates.map(({ event }) => event.id),
    )
    const found = await Promise.all(chosen.map((id) => events.find(id)))
    const dates = found.filter((event) => event !== undefined)
    const [event] = dates
    if (!event || dates.length < chosen.length) throw unknownDate()
    const visit = visitOf(request, series.id, environment.cdn)
    await admitVisit(visit, { ...environment.calmRates, ...open.settings }, dependencies, chosen)
    return { event, settings: open.settings, dates }
  }
}

/** Makes what admits an RSVP of a visitor: it finds the event, and counts the visit. */
function visitsOf(service: Service, findEvent: ReturnType<typeof eventForBrowsers>) {
  const { environment } = service
  const dependencies = partOf(service, visitDependencies)
  return async (request: GatewayRequest, missing: () => OsdiError): Promise<Attended> => {
    const found = await findEvent(request.pathParameters?.['id'])
    if (!found) throw missing()
    const { event, settings } = found
    const visit = visitOf(request, event.id, environment.cdn)
    await admitVisit(visit, { ...environment.calmRates, ...settings }, dependencies)
    return found
  }
}

/**
 * Finds the event with an id, if it is one, and if its owner has switched on that scripts of pages send JSON without a
 * key. Where the owner has said nothing, the address wants a key, as the specification has it.
 */
export function eventForScripts(service: Service) {
  const find = partOf(service, eventForBrowsers)
  return async (id: string | undefined) => {
    const found = await find(id)
    return found?.settings.browser_rsvps ? found : undefined
  }
}

/** Finds the event with an id, if it is one, and if browsers may record attendances of it. */
function eventForBrowsers(service: Service) {
  const store = partOf(service, visitedEvents)
  const catalog = partOf(service, publicCatalog)
  return async (id: string | undefined) => {
    const event = id && isNativeId(id) ? await store.find(id) : undefined
    const settings = event && (await catalog.visitSettings(event))
    return settings && { event, settings }
  }
}

/** Refuses requests without a good key, where no endpoint stands behind them. @throws OsdiError forbidden */
export function requireKey(service: Service) {
  const keys = partOf(service, apiKeys)
  return (version: ApiVersion, request: GatewayRequest) =>
    principalOf(request, version, (key) => keys.authenticate(key))
}

const apiKeys = (service: Service) => keyStore(partOf(service, table))

function keyedDependencies(service: Service): KeyedDependencies {
  const keys = partOf(service, apiKeys)
  return {
    authenticate: (key) => keys.authenticate(key),
    recordUse: (principal) => keys.recordUse(principal),
    rates: rateStore(partOf(service, table)),
    answers: answerStore(partOf(service, table)),
  }
}

/** Two endpoints at one address: a request that has the version's header, with any content, asks with a key. */
export const optionalKeyEndpoint =
  ({ keyHeader }: ApiVersion, withKey: Endpoint, without: Endpoint): Endpoint =>
  (service) => {
    const [keyed, keyless] = [withKey(service), without(service)]
    return (request, context) =>
      (request.headers[keyHeader.toLowerCase()] === undefined ? keyless : keyed)(request, context)
  }
