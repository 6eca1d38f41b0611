import { createHash } from 'node:crypto'
import type { Answer } from '../answer.js'

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
