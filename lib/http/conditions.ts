import { createHash } from 'node:crypto'
import { OsdiError } from '../domain/errors.js'
import { type Answer, ok } from './answer.js'
import type { GatewayRequest } from './request.js'

/** What a request makes depend on the state of a resource (RFC 9110, section 13). */
export interface Conditions {
  /** Tags of `If-None-Match`, without what marks them as weak; `*` for any. */
  noneOf: string[]
  /** Milliseconds of `If-Modified-Since`, which counts only without tags. */
  modifiedSince?: number
  /**
   * What `If-Match` demands of the resource that is about to change.
   * @throws OsdiError precondition_failed
   */
  expects: (resource: { revision: number }) => void
}

export function conditionsOf({ headers }: GatewayRequest): Conditions {
  const noneOf = tagsIn(headers['if-none-match']).map((tag) => tag.replace(/^W\//, ''))
  const modifiedSince = Date.parse(headers['if-modified-since'] ?? '')
  return {
    noneOf,
    ...(noneOf.length === 0 && !Number.isNaN(modifiedSince) && { modifiedSince }),
    expects: expectation(headers['if-match']),
  }
}

/** A tag holds no quotes, but may hold commas. */
const tagsIn = (header = '') => header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []

function expectation(header: string | undefined): Conditions['expects'] {
  if (header === undefined) return () => undefined
  const tags = tagsIn(header)
  return ({ revision }) => {
    // Weak tags never match; of the others, the revision alone counts, as PUT cannot change what is counted.
    if (tags.some((tag) => tag === '*' || tag.startsWith(`"${revision}-`))) return
    throw new OsdiError('precondition_failed', 'The resource has been changed since it was read', [
      {
        error_code: 'precondition_failed',
        description: 'If-Match names another state of the resource; read it again',
        properties: [],
      },
    ])
  }
}

/** A resource that has a document. Those that never change have no revision. */
interface Shown {
  revision?: number
  modified_date: string
}

/**
 * A document with `ETag` and `Last-Modified`, or 304 for a client that has it. The tag holds the revision, and a
 * digest of the whole document: names of the version, the prefix and what is counted are in it.
 */
export function unlessKnown(document: object, resource: Shown, { noneOf, modifiedSince = NaN }: Conditions) {
  const { answer, tag } = tagged(document, resource)
  const isOld = Math.floor(Date.parse(resource.modified_date) / 1000) * 1000 <= modifiedSince
  return isAmong(noneOf, tag) || isOld ? notModified(answer) : answer
}

/** The same for what counts things that have no date in it: `If-Modified-Since` would be answered wrongly. */
export const unlessKnownByTag = (document: object, resource: Shown, { noneOf, expects }: Conditions) =>
  unlessKnown(document, resource, { noneOf, expects })

function tagged(document: object, { revision = 1, modified_date }: Shown) {
  const answer = ok(ordered(document))
  const digest = createHash('sha256').update(answer.body).digest('base64url').slice(0, DIGEST_LENGTH)
  const tag = `"${revision}-${digest}"`
  Object.assign(answer.headers, { etag: tag, 'last-modified': new Date(modified_date).toUTCString() })
  return { answer, tag }
}

const DIGEST_LENGTH = 22

const isAmong = (tags: string[], tag: string) => tags.some((each) => each === '*' || each === tag)

const notModified = ({ headers }: Answer): Answer => ({ statusCode: 304, headers, body: '' })

/** The document with the names in its objects in one order: the table gives those of a map in any. */
const ordered = (document: object) =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, inOrder(value)]))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]))
}
