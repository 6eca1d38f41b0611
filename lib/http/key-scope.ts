import { OsdiError } from '../runtime/errors.js'
import { SCOPES, type Scope } from '../runtime/principal.js'

/** Routes that write attendances and people, whatever event or list they belong to. */
const RSVPS = /\/(attendances?|people)(\/\{\w+\}|\/bulk)?$/

/**
 * Returns the smallest scope that a request needs.
 * @param route as in lib/http/endpoints/endpoints.json: `POST /api/v2/people`
 */
export function scopeFor(route: string): Scope {
  if (/^(GET|HEAD) /.test(route)) return 'read'
  return RSVPS.test(route) ? 'rsvp' : 'all'
}

/**
 * Refuses a request that the scope of its key does not include. A key without a scope may do everything.
 * @throws OsdiError forbidden
 */
export function requireScope(scope: Scope = 'all', route: string): void {
  const needed = scopeFor(route)
  if (SCOPES.indexOf(scope) >= SCOPES.indexOf(needed)) return
  const description = `This API key has the scope ${scope}, and this request needs the scope ${needed}`
  throw new OsdiError('forbidden', description, [{ error_code: 'insufficient_scope', description, properties: [] }])
}
