import type { Operation } from '../hal/descriptions/operation.js'
import type { ApiVersion } from '../hal/version.js'

/*
 * The headers of answers. A new header is an entry here and a line in `headersOf`. Tests fail for an answer with a
 * header that is not described.
 */

const describe = (description: string, type = 'string') => ({ description, schema: { type } })

export const headers = {
  'x-request-id': describe('Names this request in the log of the service'),
  'cache-control': describe('The caches that may keep the answer, and for how long'),
  ratelimit: describe('The remaining requests of the key, if its owner has set a limit'),
  'ratelimit-policy': describe('The limit of the key, if its owner has set one'),
  'idempotent-replayed': describe('`true` if the answer is that of an earlier request with this `Idempotency-Key`'),
  'osdi-ignored': describe(
    'The parts of the request that were ignored: paths of fields, identifiers held by others, parameters of the query',
  ),
  'retry-after': describe('Number of seconds to wait before the next attempt', 'integer'),
  deprecation: describe('The time since which this version is deprecated (RFC 9745)'),
  sunset: describe('The time after which the owner takes this version away, if one is set (RFC 8594)'),
  link: describe('The version that takes its place, as `successor-version`; or the next part of a file, as `next`'),
  'content-disposition': describe('The name of the file'),
  etag: describe('The entity tag of the answer, for `If-None-Match`'),
  'last-modified': describe('The time of the last possible change, for `If-Modified-Since`'),
  'access-control-allow-origin': describe('Pages of any site may read the answer'),
  'cross-origin-resource-policy': describe('Pages of other sites may use the answer'),
  'content-security-policy': describe('The resources that the page may load'),
  'referrer-policy': describe('The part of the address that links of the page tell other sites'),
  'x-content-type-options': describe('The type is that of `Content-Type`'),
  'x-robots-tag': describe('`noindex` where the answer is about a private event'),
}

export type HeaderName = keyof typeof headers

/** Returns the headers that an answer with this status may have. */
export const headersOf = (
  { deprecated }: ApiVersion,
  { body, form, keyless, isBulk, isFile, validated }: Operation,
  { status, isPublic, isPost, wantsKey }: { status: number; isPublic: boolean; isPost: boolean; wantsKey: boolean },
): HeaderName[] => [
  'x-request-id',
  'cache-control',
  ...(wantsKey ? (['ratelimit', 'ratelimit-policy'] as const) : []),
  ...(isPost && wantsKey && status < 300 ? ['idempotent-replayed' as const] : []),
  ...((status === 200 && (body || wantsKey)) || (status === 400 && (body || form)) ? ['osdi-ignored' as const] : []),
  ...([...(isPost ? [409] : []), 429, 503].includes(status) ? ['retry-after' as const] : []),
  ...(status === 200 && isFile ? (['content-disposition', 'link'] as const) : []),
  ...(([200, 304].includes(status) && validated) || (status === 200 && body && wantsKey && !isBulk)
    ? (['etag', 'last-modified'] as const)
    : []),
  ...(form ? (['content-security-policy', 'referrer-policy'] as const) : []),
  ...(deprecated ? (['deprecation', 'sunset', 'link'] as const) : []),
  ...(isPublic ? ['x-robots-tag' as const] : []),
  ...(isPublic || keyless
    ? (['access-control-allow-origin', 'cross-origin-resource-policy', 'x-content-type-options'] as const)
    : []),
]
