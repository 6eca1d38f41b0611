import { OsdiError } from '../../domain/errors.js'
import { apartFromRequest } from '../../request-context.js'

/**
 * Does work that a request needs and does not ask for: counting it against a limit, claiming its name. Where that
 * fails, nothing of the request itself was done, whatever became of the count or the claim.
 * @throws OsdiError busy where the database does not answer; whatever else the work throws
 */
export async function asBookkeeping<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await apartFromRequest(work)
  } catch (error) {
    if (!(error instanceof OsdiError && error.code === 'unknown_outcome')) throw error
    throw new OsdiError('busy', 'Too many requests at once; try again', [], undefined, error.cause)
  }
}
