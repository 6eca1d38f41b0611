import type { Environment } from '../../runtime/environment.js'
import type { Answer } from '../answer.js'

/** The origins whose pages may call the API with a key. */
export type CorsSettings = Pick<Environment, 'corsOrigins'>

/** Headers of requests that a page may set, and headers of answers that it may read, besides those that any may. */
const ALLOWED = 'content-type, osdi-api-token, api-key, idempotency-key, if-match, if-none-match'
const EXPOSED =
  'osdi-ignored, etag, last-modified, link, retry-after, ratelimit, ratelimit-policy, idempotent-replayed, x-request-id, content-disposition, deprecation, sunset'

type Headers = Record<string, string | undefined>

const originIn = ({ corsOrigins }: CorsSettings, { origin }: Headers) =>
  origin !== undefined && corsOrigins.includes(origin) ? origin : undefined

/**
 * Lets a page of an allowed origin read an answer. An answer that any page may read stays as it is. Caches keep the
 * answers of origins apart.
 * @param sent headers of the request, in lower case
 */
export function withCors(settings: CorsSettings, sent: Headers, headers: Answer['headers']): Answer['headers'] {
  if (settings.corsOrigins.length === 0) return headers
  const origin = originIn(settings, sent)
  return {
    ...headers,
    vary: [headers['vary'], 'origin'].filter(Boolean).join(', '),
    ...(origin && { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }),
  }
}

/** Answers the preflight request of a page of an allowed origin. @returns undefined for another page */
export function preflightHeaders(
  settings: CorsSettings,
  sent: Headers,
  methods: string[],
): Record<string, string> | undefined {
  const origin = originIn(settings, sent)
  if (origin === undefined) return undefined
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ALLOWED,
    'access-control-max-age': '600',
    vary: 'origin',
  }
}
