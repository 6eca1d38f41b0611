import { createHash } from 'node:crypto'
import type { Answer } from './answer.js'

type Headers = Record<string, string | undefined>

/** A strong validator: the same bytes have the same one, in any process. */
export const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url')}"`

/**
 * The answer to a GET or HEAD, or that the caller has it already: 304 with the headers that would go with a 200,
 * but for those of the body (RFC 9110, 13.2.2 and 15.4.5). Without validators, and but for a 200, it stays as it is.
 */
export function conditional({ hasUndated, ...answer }: Answer, asked: Headers): Answer {
  const { 'if-modified-since': _undated, ...byTag } = asked
  if (answer.statusCode !== 200 || !isKnown(answer.headers, hasUndated ? byTag : asked)) return answer
  const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('content-'))
  return { statusCode: 304, headers: Object.fromEntries(kept), body: '' }
}

/** `If-Modified-Since` counts only where `If-None-Match` was not sent. */
function isKnown({ etag, 'last-modified': modified }: Headers, asked: Headers): boolean {
  const match = asked['if-none-match']
  if (match !== undefined) return etag !== undefined && (match.trim() === '*' || tagsIn(match).includes(etag))
  const since = Date.parse(asked['if-modified-since'] ?? '')
  return modified !== undefined && Date.parse(modified) <= since
}

/** Compared weakly: what was compressed on its way has been marked as weak. */
const tagsIn = (header: string): string[] => header.match(/"[^"]*"/g) ?? []
