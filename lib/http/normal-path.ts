/*
 * In a file of its own: lib/http/routing.ts has the list of all endpoints, which the bundle of one endpoint does not
 * need.
 */

/** Normalizes a path: removes repeated slashes and a slash at the end. */
export const normalPath = (path: string) => path.replace(/\/{2,}/g, '/').replace(/\/$/, '')
