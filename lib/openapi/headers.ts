import type { Operation } from '../hal/descriptions/operation.js'
import type { ApiVersion } from '../hal/version.js'

/*
 * The headers of answers. A new header is an entry here and a line in `headersOf`. Tests fail for an answer with a
 * header that is not described.
 */

const describe = (description: string, type = 'string') => ({ description, schema: { type } })

export const headers = {
  'x-request-id': describe('Names this request in the log of the service'),
  'cache-control': describe('Who may keep the answer, and for how long'),
  ratelimit: describe('What is left of the limit of the key, where its owner has set one'),
  'ratelimit-policy': describe('The limit of the key, where its owner has set one'),
  'idempotent-replayed': describe(
    '`true` where the answer is that of an earlier request of this `Idempotency-Key`',
  ),
  'osdi-ignored': describe('What of the body was not taken: paths of fields, and identifiers held by others'),
  'retry-after': describe('After how many seconds it is worth trying again', 'integer'),
  deprecation: describe('Since when this version is deprecated (RFC 9745)'),
  link: describe(
    'Where the version is that takes its place, as `successor-version`; or the next part of a file, as `next`',
  ),
  'content-disposition': describe('Under what name to keep the answer'),
  etag: describe('Names these very bytes; for `If-None-Match`'),
  'last-modified': describe('When what it shows may last have changed; for `If-Modified-Since`'),
  'access-control-allow-origin': describe('Pages of any site may read the answer'),
  'cross-origin-resource-policy': describe('Pages of other sites may use the answer'),
  'content-security-policy': describe('What the page may load'),
  'referrer-policy': describe('What links of the page tell other sites'),
  'x-content-type-options': describe('The type is what `Content-Type` says'),
}

export type HeaderName = keyof typeof headers

/** Returns the headers that an answer with this status may have. */
export const headersOf = (
  { deprecated }: ApiVersion,
  { body, form, keyless, isFile, validated }: Operation,
  {
    status,
    isPublic,
    isPost,
    wantsKey,
  }: { status: number; isPublic: boolean; isPost: boolean; wantsKey: boolean },
): HeaderName[] => [
  'x-request-id',
  'cache-control',
  ...(wantsKey ? (['ratelimit', 'ratelimit-policy'] as const) : []),
  ...(isPost && wantsKey && status < 300 ? ['idempotent-replayed' as const] : []),
  ...(status === 200 && body ? ['osdi-ignored' as const] : []),
  ...([...(isPost ? [409] : []), 429, 503].includes(status) ? ['retry-after' as const] : []),
  ...(status === 200 && isFile ? (['content-disposition', 'link'] as const) : []),
  ...([200, 304].includes(status) && validated ? (['etag', 'last-modified'] as const) : []),
  ...(form ? (['content-security-policy', 'referrer-policy'] as const) : []),
  ...(deprecated ? ['deprecation' as const, 'link' as const] : []),
  ...(isPublic || keyless
    ? (['access-control-allow-origin', 'cross-origin-resource-policy', 'x-content-type-options'] as const)
    : []),
]
