import { OsdiError } from '../runtime/errors.js'
import { pauseWithinDeadline } from '../runtime/request-context.js'

/**
 * A write retries conflicts on the same item for this long, in milliseconds, or until the request's deadline.
 */
const PATIENCE_MS = 6_000

/**
 * Retries an attempt that lost to a concurrent write, after random pauses.
 * @param attempt returns undefined when it lost
 * @param longest pause, in milliseconds
 * @throws OsdiError busy when it keeps losing for some seconds, or until the time of its request is over; none of its
 *   attempts has written anything then
 */
export const retryOnConflict = <Result>(attempt: () => Promise<Result | undefined>, longest = 100): Promise<Result> =>
  retryOnConflictOr(() => new OsdiError('busy', 'Too many writes at once; try again'), attempt, longest)

/** The same with an error of its own for the end. */
export async function retryOnConflictOr<Result>(
  errorAtEnd: () => OsdiError,
  attempt: () => Promise<Result | undefined>,
  longest = 100,
): Promise<Result> {
  const end = performance.now() + PATIENCE_MS
  for (let lost = 0; performance.now() < end; lost++) {
    if (lost > 0 && !(await pauseWithinDeadline(Math.random() * Math.min(longest, 5 * 2 ** lost)))) break
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw errorAtEnd()
}
