import { OsdiError, unknownOutcome } from '../runtime/errors.js'
import { mayHaveWritten } from '../runtime/request-context.js'

/**
 * Runs the work of a request. A part of it may fail with `busy` although an earlier part has written something: the
 * request then fails with `unknown_outcome`.
 * @throws OsdiError unknown_outcome when the request may have taken effect in part; any error of the work
 */
export async function withUnknownOutcome<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OsdiError && error.code === 'busy' && mayHaveWritten()) throw unknownOutcome(error.cause)
    throw error
  }
}
