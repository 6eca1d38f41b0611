import { OsdiError } from '../../runtime/errors.js'
import { apartFromRequest } from '../../runtime/request-context.js'

/**
 * Runs work that is not part of the request itself: counting it against a limit, claiming its idempotency key. If that
 * work fails, the request has had no effect, even if the outcome of the count or the claim is unknown.
 * @throws OsdiError busy when the database does not answer; any other error of the work
 */
export async function asBookkeeping<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await apartFromRequest(work)
  } catch (error) {
    if (!(error instanceof OsdiError && error.code === 'unknown_outcome')) throw error
    throw new OsdiError('busy', 'Too many requests at once; try again', [], undefined, error.cause)
  }
}
