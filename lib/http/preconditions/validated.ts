import { type Answer, ok } from '../answer.js'
import { etagOf } from './conditional.js'

/** A resource that has a document. Those that never change have no revision. */
interface Shown {
  revision?: number
  modified_date: string
}

/**
 * A document with `ETag` and `Last-Modified`. The tag holds the revision, and a digest of the whole document: names of
 * the version, the prefix and what is counted are in it. The answer to a POST or a PUT has the tag of a GET.
 * @param ignored paths of the body that were ignored
 */
export function validated(document: object, { revision = 1, modified_date }: Shown, ignored: string[] = []): Answer {
  const answer = ok(ordered(document), ignored)
  const etag = `"${revision}-${etagOf(answer.body).slice(1)}`
  const headers = { ...answer.headers, etag, 'last-modified': new Date(modified_date).toUTCString() }
  return { ...answer, headers }
}

/**
 * The same, or an empty document for a request with `background_request=true`. The work is done before the answer in
 * both cases.
 */
export const validatedOrEmpty = (query: string, document: object, resource: Shown, ignored: string[] = []): Answer =>
  new URLSearchParams(query).get('background_request') === 'true'
    ? ok({}, ignored)
    : validated(document, resource, ignored)

/** The same where the document counts what has no date in it: then only the tag says whether it is known. */
export const validatedByTag = (document: object, resource: Shown): Answer => ({
  ...validated(document, resource),
  hasUndated: true,
})

/** The document with the names in its objects in one order: the table gives those of a map in any. */
const ordered = (document: object) =>
  Object.fromEntries(Object.entries(document).map(([name, value]) => [name, inOrder(value)]))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])]))
}
