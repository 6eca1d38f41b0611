import middyOf, { type MiddlewareObj, type Request } from '@middy/core'
import type { Context } from 'aws-lambda'
import { OsdiError, unknownOutcome } from '../runtime/errors.js'
import { requireScope, type Authenticate, principalOf } from './authenticate.js'
import { tooManyRequests, type RateStore } from './state/rate-store.js'
import type { Principal } from '../runtime/principal.js'
import type { AnswerStore } from './state/answer-store.js'
import type { Site } from '../runtime/site.js'
import type { ApiVersion } from '../hal/version.js'
import { withDeadline } from '../runtime/request-context.js'
import { type Answer, ignoredHeader } from './answer.js'
import { unreadParameters } from './query/page-request.js'
import { conditional } from './preconditions/conditional.js'
import {
  type CorsSettings,
  withCors,
  type HstsSettings,
  hstsHeader,
  type DeprecationSettings,
  deprecationHeaders,
  rateLimitHeaders,
} from './headers/answer-headers.js'
import { withUnknownOutcome, errorAnswer, inTypeOf, wantsPage } from './error-answer.js'
import { readJsonBody } from './body/json-body.js'
import { type NamesErased, withIdempotencyKey } from './preconditions/idempotency-key.js'
import { readRows } from './body/rows-body.js'
import { type LogSettings, startTiming, requestLog } from './request-log.js'
import {
  type ApiRequest,
  type BulkRequest,
  type GatewayRequest,
  type PublicRequest,
  apiRequest,
  bulkRequest,
  publicRequest,
} from './request.js'

/** The settings that middleware needs. */
type Settings = Site & LogSettings & CorsSettings & HstsSettings & DeprecationSettings

type Middleware = MiddlewareObj<GatewayRequest, Answer>
/** A Lambda function behind the gateway. */
export type Stack = (request: GatewayRequest, context: Context) => Promise<Answer>

/** Time limit of a function without a Lambda context. */
const TIMEOUT_MS = 10_000

/** Sets the deadline of a request from Lambda's remaining time. Every wait and retry respects it. */
const timed =
  (stack: Stack): Stack =>
  (request, context: Partial<Context>) =>
    withDeadline(context.getRemainingTimeInMillis?.() ?? TIMEOUT_MS, () => stack(request, context as Context))

/** Milliseconds before Lambda's timeout at which an unfinished handler is answered for. */
const LATE_MS = 100

const timeOver = new OsdiError('busy', 'The time of this request is over; try again')

/** A stack of steps, which answers in time: on an overloaded machine, the timer of the deadline may fire late. */
const middy = <Event, Result>() =>
  middyOf<Event, Result>({
    timeoutEarlyInMillis: LATE_MS,
    timeoutEarlyResponse: () => {
      throw timeOver
    },
  })

/** Work that is not done goes on, and a write of it may be under way. */
const outcomeOf = (error: unknown, event: GatewayRequest) =>
  error === timeOver && !isReading(event) ? unknownOutcome() : error

/** Wraps an endpoint that needs no key, of a version or of none. */
export const openStack = (
  settings: Settings,
  version: ApiVersion | undefined,
  handle: (request: GatewayRequest) => Answer | Promise<Answer>,
) => timed(middy<GatewayRequest, Answer>().use(answerErrors(settings, version)).handler(handle))

/** Wraps an endpoint that scripts of any site may read without a key. */
export const publicStack = (settings: Settings, handle: (request: PublicRequest) => Answer | Promise<Answer>) =>
  keylessStack(settings, undefined, (request) => handle(publicRequest(request)))

/** The dependencies of endpoints with a key. */
export interface KeyedDependencies {
  authenticate: Authenticate
  /** Records that a key is used. It never fails. */
  recordUse: (principal: Principal) => Promise<void>
  rates: RateStore
  answers: AnswerStore
  namesErased: NamesErased
}

/** Wraps an endpoint with a key: authenticates, reads the body, then calls the handler. */
export const keyStack = (
  settings: Settings,
  version: ApiVersion,
  dependencies: KeyedDependencies,
  handle: (request: ApiRequest) => Answer | Promise<Answer>,
) => timed(forKeys(settings, version, dependencies).use(jsonRead).handler(runKeyed(dependencies, handle)))

/** Wraps an endpoint with a key whose POST has no body. A body that is sent is not read. */
export const bodylessStack = (
  settings: Settings,
  version: ApiVersion,
  dependencies: KeyedDependencies,
  handle: (request: ApiRequest) => Answer | Promise<Answer>,
) => timed(forKeys(settings, version, dependencies).handler(runKeyed(dependencies, handle)))

/** Wraps an endpoint with a key whose POST has many rows, each of which is done or refused alone. */
export const bulkStack = (
  settings: Settings,
  version: ApiVersion,
  dependencies: KeyedDependencies,
  handle: (request: BulkRequest) => Answer | Promise<Answer>,
) =>
  timed(
    forKeys(settings, version, dependencies)
      .use(rowsRead)
      .handler((request) =>
        withIdempotencyKey(
          request,
          dependencies.answers,
          async () => handle(bulkRequest(request)),
          dependencies.namesErased,
        ),
      ),
  )

/** Runs a handler, once where the request has an `Idempotency-Key`. */
const runKeyed =
  ({ answers, namesErased }: KeyedDependencies, handle: (request: ApiRequest) => Answer | Promise<Answer>) =>
  (request: GatewayRequest) =>
    withIdempotencyKey(request, answers, () => withUnknownOutcome(async () => handle(apiRequest(request))), namesErased)

const forKeys = (settings: Settings, version: ApiVersion, dependencies: KeyedDependencies) =>
  middy<GatewayRequest, Answer>()
    .use(answerErrors(settings, version))
    .use(authenticated(version, dependencies))
    .use(unreadNamed)

/** Returns the page of a refusal, for a browser without scripts. */
export type RefuseForm = (error: OsdiError, request: GatewayRequest) => Promise<Answer>

/**
 * Wraps an endpoint that pages of any site call without a key.
 * @param version where the endpoint is one of a version
 * @param refuse where the endpoint takes a form
 */
export const keylessStack = (
  settings: Settings,
  version: ApiVersion | undefined,
  handle: (request: GatewayRequest) => Answer | Promise<Answer>,
  refuse?: RefuseForm,
) =>
  timed(
    middy<GatewayRequest, Answer>()
      .use(readableByPages)
      .use(answerErrors(settings, version))
      .use(refusedByPage(refuse))
      .handler(handle),
  )

/** Turns the refusal of a request into a page. */
export type AsPage = (refusal: Answer, error: unknown, request: GatewayRequest) => Answer | Promise<Answer>

/** Wraps an endpoint of a page that people see without a key. Its refusals are pages, too. */
export const pageStack = (
  settings: Settings,
  asPage: AsPage,
  handle: (request: GatewayRequest) => Answer | Promise<Answer>,
) =>
  timed(
    middy<GatewayRequest, Answer>()
      .use(answerErrors(settings, undefined, asPage))
      .handler((request) => withUnknownOutcome(async () => handle(request))),
  )

/**
 * Turns errors into answers, adds the common headers and logs the request.
 * @param asPage makes what is answered of a refusal
 */
function answerErrors(
  settings: Settings,
  version: ApiVersion | undefined,
  asPage: AsPage = (refusal, _error, request) => inTypeOf(request, refusal),
): Middleware {
  const headers = { ...hstsHeader(settings), ...(version && deprecationHeaders(settings, version)) }
  const logRequest = requestLog(settings, version)
  const finish = ({ event, response }: Request<GatewayRequest, Answer>) => {
    if (!response) return
    const own = {
      ...response.headers,
      ...headers,
      ...rateLimitHeaders(event),
      'x-request-id': event.requestContext.requestId,
    }
    response.headers = version ? withCors(settings, event.headers, own) : own
    logRequest(event, response)
  }
  return {
    before: ({ event }) => {
      event.timing = startTiming()
    },
    after: (request) => {
      const { event, response } = request
      if (response && isReading(event)) request.response = conditional(response, event.headers)
      finish(request)
    },
    onError: async (request) => {
      const { event } = request
      const error = outcomeOf(request.error, event)
      // A form may have its page already.
      request.response ??= await asPage(errorAnswer(error, event.requestContext.requestId), error, event)
      finish(request)
    },
  }
}

const isReading = ({ requestContext }: GatewayRequest) => ['GET', 'HEAD'].includes(requestContext.http.method)

const allowPages = ({ response }: Request<GatewayRequest, Answer>) => {
  if (!response) return
  Object.assign(response.headers, {
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
}

/** Lets pages of other sites read answers, including refusals. The answers do not depend on the caller. */
const readableByPages: Middleware = { after: allowPages, onError: allowPages }

const authenticated = (version: ApiVersion, { authenticate, recordUse, rates }: KeyedDependencies): Middleware => ({
  before: async ({ event }) => {
    const { key_id, limit, scope } = (event.principal = await principalOf(event, version, authenticate))
    event.useRecorded = recordUse(event.principal)
    requireScope(scope, event.routeKey)
    if (!limit) return
    event.allowance = await rates.take(key_id, limit, new Date())
    if (event.allowance.isExceeded) throw tooManyRequests(event.allowance)
  },
  // Lambda stops a process that has answered.
  after: ({ event }) => event.useRecorded,
  onError: ({ event }) => event.useRecorded,
})

/** Names the parameters of a query that were not read, such as those of other services. */
const unreadNamed: Middleware = {
  after: ({ event, response }) => {
    const isDocument = response?.headers['content-type'] === 'application/hal+json'
    if (isDocument && isReading(event)) Object.assign(response.headers, ignoredHeader(unreadParameters(event)))
  },
}

const jsonRead: Middleware = {
  before: ({ event }) => {
    if (['POST', 'PUT'].includes(event.requestContext.http.method)) event.json = readJsonBody(event)
  },
}

const rowsRead: Middleware = {
  before: ({ event }) => {
    event.rows = readRows(event)
  },
}

const refusedByPage = (refuse: RefuseForm | undefined): Middleware => ({
  onError: async (request) => {
    const { error, event } = request
    if (refuse && error instanceof OsdiError && wantsPage(event)) request.response = await refuse(error, event)
  },
})
