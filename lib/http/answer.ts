import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { invalid } from '../runtime/errors.js'

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
  /** Whether rows of the request were left, which a repetition does. Not sent. */
  isPartial?: boolean
  /** The answer that is stored for repetitions, where this one shows a secret. Not sent. */
  replayed?: Answer
}

/**
 * Returns a document with status 200, also for POST and PUT, as this family's clients expect.
 * @param ignored paths of the body that were ignored; a header lists them
 */
export const ok = (document: object, ignored: string[] = []): Answer => ({
  statusCode: 200,
  headers: { ...HEADERS, ...ignoredHeader(ignored) },
  body: sendable(JSON.stringify(document)),
})

/** Lambda limits a response to 6 MB of JSON. The document is a string in it, where quotes count twice. */
const MAX_PAYLOAD = 5_500_000

const isSendable = (body: string) =>
  body.length * 3 <= MAX_PAYLOAD || Buffer.byteLength(JSON.stringify(body)) <= MAX_PAYLOAD

/** Whether a document is small enough to be sent. */
export const fits = (document: object): boolean => isSendable(JSON.stringify(document))

/** @throws OsdiError invalid for a page that is too large to send; a single resource is never that large */
function sendable(body: string): string {
  // A character has three bytes at most, and a quote becomes two characters.
  if (isSendable(body)) return body
  const description = 'This page is too large to be sent; ask for fewer records with per_page'
  throw invalid([{ error_code: 'page_too_large', description, properties: ['per_page'] }])
}

/** Returns a document about work that is not done yet, with status 202. */
export const accepted = (document: object): Answer => ({ ...ok(document), statusCode: 202 })

/** Returns a part of a CSV file. @param next address of the next part */
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

/** Marks a response as public and cacheable for `seconds`. */
export const published = (text: string, type: string, seconds: number): Answer => ({
  statusCode: 200,
  headers: { 'content-type': type, 'cache-control': `public, max-age=${seconds}` },
  body: text,
})

/** Returns a document that is cacheable for a minute, so an embed may be a minute behind. */
export const publishedDocument = (document: object) => published(JSON.stringify(document), HEADERS['content-type'], 60)

/** Sends a browser on to the only address of a page. @param location absolute */
export const movedTo = (location: string, seconds = 3_600): Answer => ({
  statusCode: 308,
  headers: { location, 'cache-control': `public, max-age=${seconds}` },
  body: '',
})

/** Sends a browser to an address, where it shows what its form has done. */
export const seeOther = (location: string): Answer => ({
  statusCode: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

/** Returns an answer with headers only. */
export const noContent = (headers: Record<string, string>): Answer => ({ statusCode: 204, headers, body: '' })

/** All headers of an answer share 10 KB (Lambda limit), so a long list is cut. */
const MAX_LISTED = 1_000

/** The header that names what was ignored; none where nothing was. */
export const ignoredHeader = (ignored: readonly string[]): Record<string, string> =>
  ignored.length > 0 ? { 'osdi-ignored': listed(ignored) } : {}

/** Lists paths in a header. Paths contain names that callers chose, so special characters are percent-encoded. */
function listed(paths: readonly string[]): string {
  let text = ''
  for (const path of new Set(paths)) {
    const plain = path.toWellFormed().replace(/[^\w.:[\]-]+/g, encodeURIComponent)
    if (text.length + plain.length > MAX_LISTED) return `${text}${text && ', '}...`
    text += (text && ', ') + plain
  }
  return text
}

/** Marks an answer as one that stands in no results of searches. */
export const noIndex = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'x-robots-tag': 'noindex' },
})
