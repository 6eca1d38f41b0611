import type { Site } from '../runtime/site.js'
import { answerStore } from '../http/state/answer-store.js'
import { keyStore } from '../access/store/key-store.js'
import { peopleLinkedIn } from '../hal/links.js'
import { isAnyErased } from '../people/store/find-people.js'
import { rateStore } from '../http/state/rate-store.js'
import type { ApiVersion } from '../hal/version.js'
import type { Answer } from '../http/answer.js'
import { principalOf } from '../http/authenticate.js'
import {
  type AsPage,
  type KeyedDependencies,
  type Stack,
  bodylessStack,
  bulkStack,
  keyStack,
  openStack,
  pageStack,
  publicStack,
} from '../http/stacks.js'
import type { ApiRequest, BulkRequest, GatewayRequest, PublicRequest } from '../http/request.js'
import { type Part, type Service, partOf } from '../runtime/service.js'
import { type App, app } from '../table/app.js'
import { table } from '../table/table.js'

export { type App, app, table }

/*
 * An endpoint says what it needs of a service, and is made for one. Nothing is opened or read when a file of
 * functions/ is imported; the entry of a Lambda, the local server and the tests make the service.
 */
export type Endpoint = ((service: Service) => Stack) & {
  /** Those who may ask; docs/access.md is made of this. */
  admits: readonly Asker[]
}

/** Those whom an endpoint answers: keys, by their scope; everybody; or, where the owner lets them, browsers. */
export type Asker = 'keys' | 'everybody' | 'browsers'

/** Makes an endpoint of what it is for a service. */
export const admitting = (admits: Asker[], make: (service: Service) => Stack): Endpoint =>
  Object.assign(make, { admits })

/** Makes parts of a service, by the names under which a handler gets them. */
export type Needs = Record<string, Part<unknown>>

/** The context of a handler: its needs, and the settings that every document shows of the installation. */
export type Given<N extends Needs> = { [Name in keyof N]: ReturnType<N[Name]> } & { site: Site }

/** The context of a handler that a key calls: the app, and what it needs besides. */
export type GivenApp<N extends Needs> = { [Name in keyof N]: ReturnType<N[Name]> } & App

/** Makes what a handler needs, once a process. */
export function given<N extends Needs>(service: Service, needs: N): Given<N> {
  const parts = Object.entries(needs).map(([name, make]) => [name, partOf(service, make)])
  return { ...(Object.fromEntries(parts) as Given<N>), site: service.environment }
}

const givenApp = <N extends Needs>(service: Service, needs: N): GivenApp<N> => ({
  ...given(service, needs),
  ...partOf(service, app),
})

export type Handle<N extends Needs, Request> = (given: Given<N>, request: Request) => Answer | Promise<Answer>

/** The same with the app. */
export type HandleByKey<N extends Needs, Request> = (given: GivenApp<N>, request: Request) => Answer | Promise<Answer>

type KeyedStack<Request> = (
  settings: Service['environment'],
  version: ApiVersion,
  dependencies: KeyedDependencies,
  handle: (request: Request) => Answer | Promise<Answer>,
) => Stack

const keyed =
  <Request>(stack: KeyedStack<Request>) =>
  <N extends Needs>(version: ApiVersion, needs: N, handle: HandleByKey<N, Request>): Endpoint =>
    admitting(['keys'], (service) => {
      const parts = givenApp(service, needs)
      return stack(service.environment, version, partOf(service, keyedDependencies), (request) =>
        handle(parts, request),
      )
    })

/** An endpoint of a version, for the principals of its API keys. */
export const keyEndpoint = /* @__PURE__ */ keyed<ApiRequest>(keyStack)

/** The same where a POST says nothing but its address. */
export const bodylessEndpoint = /* @__PURE__ */ keyed<ApiRequest>(bodylessStack)

/** An endpoint of a version that takes many rows at once. */
export const bulkEndpoint = /* @__PURE__ */ keyed<BulkRequest>(bulkStack)

/** An endpoint that needs no key, of a version or of none. */
export const openEndpoint = <N extends Needs>(
  version: ApiVersion | undefined,
  needs: N,
  handle: Handle<N, GatewayRequest>,
): Endpoint =>
  admitting(['everybody'], (service) => {
    const parts = given(service, needs)
    return openStack(service.environment, version, (request) => handle(parts, request))
  })

/** A page that people see without a key, and whose refusals are pages. */
export const pageEndpoint = <N extends Needs>(
  needs: N,
  asPage: (given: Given<N>) => AsPage,
  handle: Handle<N, GatewayRequest>,
): Endpoint =>
  admitting(['everybody'], (service) => {
    const parts = given(service, needs)
    return pageStack(service.environment, asPage(parts), (request) => handle(parts, request))
  })

/** An endpoint that scripts in pages of any site read, without a key. */
export const publicEndpoint = <N extends Needs>(needs: N, handle: Handle<N, PublicRequest>): Endpoint =>
  admitting(['everybody'], (service) => {
    const parts = given(service, needs)
    return publicStack(service.environment, (request) => handle(parts, request))
  })

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
    namesErased: (owner, body) => isAnyErased(partOf(service, table), owner, peopleLinkedIn(body)),
  }
}

/**
 * Two endpoints at one address: a request that has the version's header, with any content, asks with a key.
 * @param without the one for requests without it; none where every request needs a key
 */
export const optionalKeyEndpoint = (
  { keyHeader }: ApiVersion,
  withKey: Endpoint,
  [without = withKey]: Endpoint[],
): Endpoint =>
  admitting([...withKey.admits, ...without.admits], (service) => {
    const [keyed, keyless] = [withKey(service), without(service)]
    return (request, context) =>
      (request.headers[keyHeader.toLowerCase()] === undefined ? keyless : keyed)(request, context)
  })
