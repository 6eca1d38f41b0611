import type { Context } from 'aws-lambda'
import { notFound } from '../lib/domain/errors.js'
import type { ApiVersion } from '../lib/hal/version.js'
import { versions } from '../lib/hal/versions.js'
import { type Answer, noContent } from '../lib/http/answer.js'
import { openEndpoint } from '../lib/http/endpoint.js'
import { methodNotAllowed } from '../lib/http/error-answer.js'
import type { GatewayRequest } from '../lib/http/request.js'
import { allowedMethods, findEndpoint, normalPath } from '../lib/http/routing.js'
import { eventForBrowsers, requireKey } from '../lib/service.js'

/**
 * Answers what API Gateway has no route for. An HTTP API refuses routes that end in a slash and does not take
 * HEAD for GET, so addresses written that way arrive here and go to the endpoint they mean; what is left is
 * refused.
 */
export const handler = async (request: GatewayRequest, context: Context): Promise<Answer> => {
  const { rawPath, requestContext } = request
  const match = findEndpoint(requestContext.http.method, rawPath)
  const version = versions.find(({ path }) => normalPath(rawPath).startsWith(path))
  if (!match) return refuse(version)(request, context)
  const file = (await import(/* @vite-ignore */ `./${match.endpoint.name}.ts`)) as { handler: typeof handler }
  return file.handler(
    { ...request, routeKey: match.endpoint.route, pathParameters: match.parameters },
    context,
  )
}

/**
 * Refuses an unknown address and the methods that an address does not have, DELETE on an event among them
 * (version 2, "Errors", 1). A bad key is refused before a bad method.
 */
const refuse = (version: ApiVersion | undefined) =>
  openEndpoint(version, async (request) => {
    const { rawPath, requestContext } = request
    const allowed = allowedMethods(rawPath)
    if (allowed.length === 0) throw notFound()
    if (requestContext.http.method === 'OPTIONS')
      return noContent({ allow: allowed.join(', '), ...(await preflight(rawPath)) })
    if (version) await requireKey(version, request)
    throw methodNotAllowed(requestContext.http.method, allowed)
  })

/** What a browser asks before it sends a page's form to another origin; said only where the owner lets it in. */
async function preflight(path: string): Promise<Record<string, string>> {
  const match = findEndpoint('POST', path)
  const isForm = match?.endpoint.name === 'v2/create-attendance'
  if (!isForm || !(await eventForBrowsers(match.parameters['id']))) return {}
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  }
}
