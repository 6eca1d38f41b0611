import type { Environment } from '../../runtime/environment.js'
import type { Answer } from '../answer.js'
import type { Site } from '../../runtime/site.js'
import { link } from '../../hal/links.js'
import type { ApiVersion } from '../../hal/version.js'
import type { GatewayRequest } from '../request.js'

/* Headers of answers that the settings of the installation say. */

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

export type HstsSettings = Pick<Environment, 'hstsDays'>

const DAY = 86_400

/**
 * Returns the header by which browsers keep to https for this host (RFC 6797), where the owner sets it. Other names of
 * the domain may have no https.
 */
export const hstsHeader = ({ hstsDays }: HstsSettings): Record<string, string> =>
  hstsDays === undefined ? {} : { 'strict-transport-security': `max-age=${hstsDays * DAY}` }

export type DeprecationSettings = Pick<Environment, 'version1Ends'>

/**
 * Returns the headers of a deprecated version: the date (RFC 9745, a Structured Field date), its successor (RFC 5829,
 * `successor-version`), and its end (RFC 8594) where the owner has set one.
 */
export const deprecationHeaders = (
  settings: Site & DeprecationSettings,
  { deprecated }: ApiVersion,
): Record<string, string> =>
  deprecated
    ? {
        deprecation: `@${deprecated.since.getTime() / 1000}`,
        link: `<${link(settings, deprecated.successor).href}>; rel="successor-version"`,
        ...(settings.version1Ends && { sunset: settings.version1Ends.toUTCString() }),
      }
    : {}

/** Returns the `RateLimit` headers of a key with a limit (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ allowance }: GatewayRequest): Record<string, string> {
  if (!allowance) return {}
  const { limit, remaining, reset } = allowance
  return {
    'ratelimit-policy': `"key";q=${limit.requests};w=${limit.seconds}`,
    ratelimit: `"key";r=${remaining};t=${reset}`,
  }
}
