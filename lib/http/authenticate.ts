import { OsdiError } from '../domain/errors.js'
import type { Principal } from '../domain/principal.js'
import type { ApiVersion } from '../hal/version.js'
import type { GatewayRequest } from './request.js'

/** Finds whoever an API key speaks for. */
export type Authenticate = (key: string) => Promise<Principal | undefined>

/** A key is short; hashing a header of any length is work that a stranger should not have for free. */
const MAX_KEY_LENGTH = 200

/** The refusal of a bad key: the sentence begins as this family's clients compare it, and never echoes the key. */
export const noKey = ({ keyHeader }: ApiVersion) =>
  new OsdiError('forbidden', `API Key invalid or not present. Send it in the header ${keyHeader}`)

/**
 * The principal of the key in the version's header.
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
