import type { Context } from 'hono'
import { notFound } from '../runtime/errors.js'
import { isNativeId } from '../fields/identifier.js'
import type { PageRequest } from '../fields/page.js'
import { readPageRequest } from '../http/query/page-request.js'

/* Reads the parameters of a request's address. */

/** Returns the id of a resource in the path. @throws OsdiError not_found for what cannot be an id */
export function idIn(c: Context, name: string): string {
  const id = c.req.param(name) ?? ''
  if (!isNativeId(id)) throw notFound()
  return id
}

/** Returns the page of a list that the query names. @throws OsdiError invalid */
export const pageIn = (c: Context): PageRequest => readPageRequest(new URL(c.req.url).search)
