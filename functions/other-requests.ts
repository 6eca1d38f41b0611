import { noAddress } from '../lib/http/endpoints/nearest-address.js'
import { notFound } from '../lib/runtime/errors.js'
import type { Site } from '../lib/runtime/site.js'
import { type Endpoint, admitting, openEndpoint, requireKey } from '../lib/app/endpoint.js'
import { unrouted } from '../lib/app/unrouted.js'
import { type ApiVersion, versions } from '../lib/hal/version.js'
import { type Answer, movedTo, noContent } from '../lib/http/answer.js'
import type { GatewayRequest } from '../lib/http/request.js'
import type { Stack } from '../lib/http/stacks.js'
import { preflightHeaders } from '../lib/http/headers/answer-headers.js'
import { methodNotAllowed } from '../lib/http/error-answer.js'
import { encodedPath, normalPath } from '../lib/http/normal-path.js'
import { allowedMethods, findEndpoint, takesEveryMethod } from '../lib/http/endpoints/routing.js'
import type { Service } from '../lib/runtime/service.js'
import { codeOf } from '../lib/http/endpoints/endpoints.js'

/**
 * Answers requests for which API Gateway has no route. An HTTP API has no routes that end in a slash and no HEAD for
 * GET, so these requests arrive here and go to the endpoint that they mean; browsers are sent to the page that they
 * mean. All others are refused.
 */
export const endpoint = admitting([], (service) => {
  const stackOf = stacksOf(service)
  return async (request, context) => {
    const { rawPath, requestContext } = request
    const match = findEndpoint(requestContext.http.method, rawPath)
    const version = versions.find(({ path }) => normalPath(rawPath).startsWith(path))
    if (takesEveryMethod(rawPath)) return sendOn(service)(request, context)
    if (!match) return refuse(version)(service)(request, context)
    if (match.endpoint.page) return sendOn(service)(request, context)
    const stack = await stackOf(match.endpoint.name)
    return stack({ ...request, routeKey: match.endpoint.route, pathParameters: match.parameters }, context)
  }
})

/** Creates each endpoint once, for its first request. */
function stacksOf(service: Service) {
  const made = new Map<string, Promise<Stack>>()
  const make = async (name: string) => {
    const { file, exported } = codeOf(name)
    const code = (await import(/* @vite-ignore */ `./${file}.ts`)) as Record<string, Endpoint>
    return (code[exported] as Endpoint)(service)
  }
  return (name: string) => {
    const stack = made.get(name) ?? make(name)
    made.set(name, stack)
    return stack
  }
}

/** Sends a browser on to the address of a page without repeated slashes and a slash at the end. */
const sendOn = openEndpoint(undefined, {}, ({ site }, { rawPath, rawQueryString }) =>
  movedTo(`${site.publicUrl}${encodedPath(normalPath(rawPath)) || '/'}${rawQueryString && `?${rawQueryString}`}`),
)

/**
 * Refuses an unknown address and the methods that an address does not have, DELETE on an event among them
 * (version 2, "Errors", 1). A bad key is refused before a bad method.
 */
const refuse = (version: ApiVersion | undefined): Endpoint =>
  admitting([], (service) =>
    openEndpoint(version, { requireKey }, async ({ requireKey, site }, request) => {
      const { rawPath, requestContext, headers } = request
      const allowed = allowedMethods(rawPath)
      if (allowed.length === 0) return refuseAddress(site, request)
      if (requestContext.http.method === 'OPTIONS') {
        const forKeys = version && preflightHeaders(service.environment, headers, allowed)
        return noContent({
          allow: allowed.join(', '),
          ...(forKeys ?? (await unrouted.preflight?.(service, rawPath))),
        })
      }
      if (version) await requireKey(version, request)
      throw methodNotAllowed(requestContext.http.method, allowed)
    })(service),
  )

/** Refuses an unknown address: people by a page, outside the API. */
async function refuseAddress(site: Site, request: GatewayRequest): Promise<Answer> {
  const isOfApi = /^\/api(\/|$)/i.test(normalPath(request.rawPath))
  const page = isOfApi ? undefined : await unrouted.missingPage?.(site, request)
  if (!page) throw isOfApi ? noAddress(site.publicUrl, request.rawPath) : notFound()
  return page
}
