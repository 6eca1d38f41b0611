import middy, { type MiddlewareObj, type Request } from '@middy/core'
import type { ApiVersion } from '../hal/version.js'
import type { Answer } from './answer.js'
import { type Authenticate, principalOf } from './authenticate.js'
import { errorAnswer } from './error-answer.js'
import { readJsonBody } from './json-body.js'
import { type ApiRequest, type GatewayRequest, apiRequest } from './request.js'

type Middleware = MiddlewareObj<GatewayRequest, Answer>

/** The stack around an endpoint that needs no key. */
export const openEndpoint = (handle: (request: GatewayRequest) => Answer | Promise<Answer>) =>
  middy<GatewayRequest, Answer>().use(answered).handler(handle)

/** The stack around an endpoint of a version: first who asks, then what was sent, then the handler. */
export const keyedEndpoint = (
  version: ApiVersion,
  authenticate: Authenticate,
  handle: (request: ApiRequest) => Answer | Promise<Answer>,
) =>
  middy<GatewayRequest, Answer>()
    .use(answered)
    .use(authenticated(version, authenticate))
    .use(jsonRead)
    .handler((request) => handle(apiRequest(request)))

/** Turns errors into answers, and gives every answer what all of them have. */
const answered: Middleware = {
  after: finish,
  onError: (request) => {
    request.response = errorAnswer(request.error, request.event.requestContext.requestId)
    finish(request)
  },
}

function finish({ event, response }: Request<GatewayRequest, Answer>): void {
  if (!response) return
  response.headers['x-request-id'] = event.requestContext.requestId
  if (event.requestContext.http.method === 'HEAD') response.body = ''
}

const authenticated = (version: ApiVersion, authenticate: Authenticate): Middleware => ({
  before: async ({ event }) => {
    event.principal = await principalOf(event, version, authenticate)
  },
})

const jsonRead: Middleware = {
  before: ({ event }) => {
    if (['POST', 'PUT'].includes(event.requestContext.http.method)) event.json = readJsonBody(event)
  },
}
