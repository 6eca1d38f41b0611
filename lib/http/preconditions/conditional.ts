import { createHash } from 'node:crypto'
import type { Answer } from '../answer.js'
import { OsdiError } from '../../runtime/errors.js'
import type { Precondition } from '../../resources/record-by-identifier.js'

type Headers = Record<string, string | undefined>

/** Returns a strong validator. The same bytes have the same one in any process. */
export const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`

/**
 * Turns an answer to GET or HEAD into 304 if the caller has it already, with the headers of the 200 except those of the
 * body (RFC 9110, 13.2.2 and 15.4.5). Answers without validators or with another status are returned unchanged.
 */
export function conditional({ hasUndated, ...answer }: Answer, asked: Headers): Answer {
  const { 'if-modified-since': _undated, ...byTag } = asked
  if (answer.statusCode !== 200 || !isKnown(answer.headers, hasUndated ? byTag : asked)) return answer
  const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('content-'))
  return { statusCode: 304, headers: Object.fromEntries(kept), body: '' }
}

/** `If-None-Match` takes precedence over `If-Modified-Since`. */
function isKnown({ etag, 'last-modified': modified }: Headers, asked: Headers): boolean {
  const match = asked['if-none-match']
  if (match !== undefined) return etag !== undefined && (match.trim() === '*' || tagsIn(match).includes(etag))
  const since = Date.parse(asked['if-modified-since'] ?? '')
  return modified !== undefined && Date.parse(modified) <= since
}

/** The comparison is weak, because proxies that compress an answer mark its tag as weak. */
const tagsIn = (header: string): string[] => header.match(/"[^"]*"/g) ?? []

export type { Precondition }

/**
 * Reads `If-Match`. Weak tags never match. Of strong tags only the revision is compared: the counts in a document
 * change without a new revision, and a PUT cannot overwrite them.
 */
export function readIfMatch(header: string | undefined): Precondition {
  if (header === undefined) return () => undefined
  const tags = header.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
  return ({ revision }) => {
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
