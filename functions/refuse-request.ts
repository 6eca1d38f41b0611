import { notFound } from '../lib/domain/errors.js'
import { versions } from '../lib/hal/versions.js'
import { allowedMethods } from '../lib/http/allowed-methods.js'
import { noContent } from '../lib/http/answer.js'
import { methodNotAllowed } from '../lib/http/error-answer.js'
import { openEndpoint } from '../lib/http/endpoint.js'
import { requireKey } from '../lib/service.js'

/**
 * Answers what no other route takes: an unknown path, OPTIONS, and the methods that a path does not have, DELETE
 * on an event among them (version 2, "Errors", 1). A bad key is refused before a bad method.
 */
export const handler = openEndpoint(async (request) => {
  const { rawPath, requestContext } = request
  const allowed = allowedMethods(rawPath)
  if (allowed.length === 0) throw notFound()
  if (requestContext.http.method === 'OPTIONS') return noContent({ allow: allowed.join(', ') })
  const version = versions.find(({ path }) => rawPath.startsWith(`${path}/`))
  if (version) await requireKey(version, request)
  throw methodNotAllowed(requestContext.http.method, allowed)
})
