/*
 * In a file of its own: lib/http/endpoints/routing.ts has the list of all endpoints, which the bundle of one endpoint
 * does not need.
 */

/**
 * Normalizes a path: removes a slash at the end, and repeated slashes within. An empty last segment stays, because API
 * Gateway decodes paths: `/events/%2F` asks for an event, and not for the list.
 */
export const normalPath = (path: string) => path.replace(/\/$/, '').replace(/\/{2,}/g, '/')

/** Writes a path, which the gateway has decoded, as a part of an address: what would begin a query is encoded, too. */
export const encodedPath = (path: string) => encodeURI(path.toWellFormed()).replace(/[?#]/g, encodeURIComponent)
