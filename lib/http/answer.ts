import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { invalid } from '../domain/errors.js'

/** The headers of every success (version 2, "Endpoints"). */
const HEADERS = {
  'content-type': 'application/hal+json',
  'cache-control': 'max-age=0, private, must-revalidate',
}

export type Answer = APIGatewayProxyStructuredResultV2 & {
  headers: Record<string, string>
  body: string
  /** Whether it shows something that may change without its `Last-Modified`. Not sent. */
  hasUndated?: boolean
}

/**
 * A document, with status 200 for GET, POST and PUT alike: what this family's clients expect.
 * @param ignored paths of the body that were not taken; the caller is told in a header
 */
export const ok = (document: object, ignored: string[] = []): Answer => ({
  statusCode: 200,
  headers: { ...HEADERS, ...(ignored.length > 0 && { 'osdi-ignored': listed(ignored) }) },
  body: sendable(JSON.stringify(document)),
})

/** Lambda hands on 6 MB of JSON, in which the document is a text: quotes in it count twice. */
const MAX_PAYLOAD = 5_500_000

/** @throws OsdiError invalid for a page that could not be sent; a single resource is never that large */
function sendable(body: string): string {
  // A character has three bytes at most, and a quote becomes two characters.
  if (body.length * 3 <= MAX_PAYLOAD || Buffer.byteLength(JSON.stringify(body)) <= MAX_PAYLOAD) return body
  const description = 'This page is too large to be sent; ask for fewer records with per_page'
  throw invalid([{ error_code: 'page_too_large', description, properties: ['per_page'] }])
}

/** A document about work that is not done yet. */
export const accepted = (document: object): Answer => ({ ...ok(document), statusCode: 202 })

/** A table to keep as a file, of which more may follow. */
export const csvFile = (csv: string, name: string, next?: string): Answer => ({
  statusCode: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': HEADERS['cache-control'],
    ...(next && { link: `<${next}>; rel="next"` }),
  },
  body: csv,
})

/** What is the same for whoever asks, and may be kept for so many seconds. */
export const published = (text: string, type: string, seconds: number): Answer => ({
  statusCode: 200,
  headers: { 'content-type': type, 'cache-control': `public, max-age=${seconds}` },
  body: text,
})

/**
 * The same for requests that may ask for background work (`background_request=true`): they want no document. The
 * work is done all the same, there is no queue behind it.
 */
export const okOrEmpty = (query: string, document: object, ignored: string[] = []): Answer =>
  ok(new URLSearchParams(query).get('background_request') === 'true' ? {} : document, ignored)

/** A document that may be kept for a minute: so long an embed may show what has changed since. */
export const publishedDocument = (document: object) =>
  published(JSON.stringify(document), HEADERS['content-type'], 60)

/** An answer that is all headers. */
export const noContent = (headers: Record<string, string>): Answer => ({ statusCode: 204, headers, body: '' })

/** All headers of an answer share 10 KB (Lambda limit), so a long list is cut. */
const MAX_LISTED = 1_000

/** Paths hold names that callers made up: whatever is not plain is percent-encoded, so that a header stays one. */
function listed(paths: string[]): string {
  let text = ''
  for (const path of new Set(paths)) {
    const plain = path.toWellFormed().replace(/[^\w.:[\]-]+/g, encodeURIComponent)
    if (text.length + plain.length > MAX_LISTED) return `${text}${text && ', '}...`
    text += (text && ', ') + plain
  }
  return text
}
