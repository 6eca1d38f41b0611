import { OsdiError, unknownOutcome } from '../domain/errors.js'
import { mayHaveWritten } from '../request-context.js'

/**
 * Does the work of a request, whose parts are refused as "busy" where each of them wrote nothing. The request is
 * answered so only if no part before has written anything.
 * @throws OsdiError unknown_outcome where the request may have been done in part; whatever the work throws
 */
export async function truthfully<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'busy' && mayHaveWritten())
      throw unknownOutcome(error.cause)
    throw error
  }
}
