import { isNativeId } from '../fields/identifier.js'
import type { ApiVersion } from '../hal/version.js'
import type { Answer } from '../http/answer.js'
import { noKey } from '../http/authenticate.js'
import { repeatedInput } from '../http/body/form-body.js'
import type { GatewayRequest } from '../http/request.js'
import { type OsdiError, notFound } from '../runtime/errors.js'
import { type Service, partOf } from '../runtime/service.js'
import { chosenDates, unknownDate } from '../series/chosen-dates.js'
import { admitVisit } from '../visitors/admit-visit.js'
import { atFixedIntervals } from '../visitors/fixed-intervals.js'
import { type Attended, type BrowserRequest, type FormRequest, browserStack, formStack } from '../visitors/stacks.js'
import { visitOf } from '../visitors/visit.js'
import { type Endpoint, type Given, type Handle, type Needs, admitting, given } from './endpoint.js'
import { publicCatalog } from './catalog.js'
import { visitedEvents, visits } from './visitors.js'

/** An endpoint of a version, for browsers without a key at an event whose owner lets them. */
export const browserEndpoint = <N extends Needs>(
  version: ApiVersion,
  needs: N,
  handle: Handle<N, BrowserRequest>,
): Endpoint =>
  admitting(['browsers'], (service) => {
    const parts = given(service, needs)
    const admit = visitsOf(service, partOf(service, eventForScripts))
    // When browsers may not, the answer is that of any path that wants a key.
    return browserStack(
      service.environment,
      version,
      (request) => admit(request, () => noKey(version)),
      (request) => atFixedIntervals(() => handle(parts, request)),
    )
  })

/**
 * An endpoint that takes the RSVP form of an event whose owner lets browsers record attendances.
 * @param refuse makes the page of a refusal
 */
export const formEndpoint = <N extends Needs>(
  needs: N,
  handle: Handle<N, FormRequest>,
  refuse: (given: Given<N>, error: OsdiError, request: GatewayRequest) => Promise<Answer>,
): Endpoint =>
  admitting(['everybody'], (service) => {
    const parts = given(service, needs)
    const admit = visitsOf(service, partOf(service, eventForBrowsers))
    // The time that an RSVP takes depends on whether the person is known.
    return formStack(
      service.environment,
      (request) => admit(request, notFound),
      (request) => atFixedIntervals(() => handle(parts, request)),
      (error, request) => refuse(parts, error, request),
    )
  })

/** The same for the form of a series: each of its dates counts as an RSVP. */
export const seriesFormEndpoint = <N extends Needs>(
  needs: N,
  handle: Handle<N, FormRequest>,
  refuse: (given: Given<N>, error: OsdiError, request: GatewayRequest) => Promise<Answer>,
): Endpoint =>
  admitting(['everybody'], (service) => {
    const parts = given(service, needs)
    const admit = visitsOfSeries(service)
    return formStack(
      service.environment,
      admit,
      (request) => atFixedIntervals(() => handle(parts, request)),
      (error, request) => refuse(parts, error, request),
    )
  })

/** Finds the dates that a form of a series asks for, and counts the visit. */
function visitsOfSeries(service: Service) {
  const { environment } = service
  const catalog = partOf(service, publicCatalog)
  const events = partOf(service, visitedEvents)
  const counted = partOf(service, visits)
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
    await admitVisit(counted, visit, { ...environment.calmRates, ...open.settings }, chosen)
    return { event, settings: open.settings, dates }
  }
}

/** Makes what admits an RSVP of a visitor: it finds the event, and counts the visit. */
function visitsOf(service: Service, findEvent: ReturnType<typeof eventForBrowsers>) {
  const { environment } = service
  const counted = partOf(service, visits)
  return async (request: GatewayRequest, missing: () => OsdiError): Promise<Attended> => {
    const found = await findEvent(request.pathParameters?.['id'])
    if (!found) throw missing()
    const { event, settings } = found
    const visit = visitOf(request, event.id, environment.cdn)
    await admitVisit(counted, visit, { ...environment.calmRates, ...settings })
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
  const events = partOf(service, visitedEvents)
  return async (id: string | undefined) => {
    const event = id && isNativeId(id) ? await events.find(id) : undefined
    const settings = event && (await events.settingsOf(event))
    return settings && { event, settings }
  }
}
