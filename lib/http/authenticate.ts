import { OsdiError } from '../runtime/errors.js'
import { type Principal, SCOPES, type Scope } from '../runtime/principal.js'
import type { ApiVersion } from '../hal/version.js'
import type { GatewayRequest } from './request.js'

/** Finds the principal of an API key. */
export type Authenticate = (key: string) => Promise<Principal | undefined>

/** Keys are short. A longer header is not hashed, so that an unauthenticated caller cannot cause that work. */
const MAX_KEY_LENGTH = 200

/** Returns the error for a bad key. Clients of this family compare the start of its text; it never contains the key. */
export const noKey = ({ keyHeader }: ApiVersion) =>
  new OsdiError('forbidden', `API Key invalid or not present. Send it in the header ${keyHeader}`)

/**
 * Authenticates the key in the version's header.
 * @throws OsdiError forbidden
 */
export async function principalOf(
  { headers }: GatewayRequest,
  version: ApiVersion,
  authenticate: Authenticate,
): Promise<Principal> {
  const key = headers[version.keyHeader.toLowerCase()]?.trim()
  const principal = key && key.length <= MAX_KEY_LENGTH ? await authenticate(key) : undefined
  if (principal) return principal
  throw noKey(version)
}

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
