/** Reasons to refuse a request. A bug has none of these codes and is answered with 500. */
export type ErrorCode =
  | 'invalid'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'unprocessable'
  | 'too_many_requests'
  | 'busy'
  | 'unknown_outcome'

/** One fault of a request, with the properties that have it. */
export interface Fault {
  /** Stable word for programs: `required`, `malformed`, … */
  error_code: string
  /** One sentence for people. */
  description: string
  /** Paths of the properties concerned, as the caller wrote them: `location.country`, `identifiers[1]`. */
  properties: string[]
  hint?: string
}

/** An error whose message may be shown to the caller. */
export class OsdiError extends Error {
  /** Further members of the answer: what a caller needs to send the request again. */
  readonly more: object = {}
  /** Paths of all else in the request that was not taken. */
  ignored: readonly string[] = []

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly faults: Fault[] = [],
    /** After how many seconds it is worth trying again, where that is known. */
    readonly retry_after?: number,
    /** The cause, for the log only. */
    override readonly cause?: unknown,
  ) {
    super(message)
    this.name = 'OsdiError'
  }
}

/**
 * Returns one error for a missing resource and for another owner's: callers must not be able to distinguish them.
 * @param hint what is wrong with the address itself
 */
export const notFound = (hint?: string) =>
  new OsdiError('not_found', 'Not found', [
    {
      error_code: 'not_found',
      description: 'Nothing here has this id, or it belongs to others',
      properties: [],
      ...(hint && { hint }),
    },
  ])

/**
 * Returns the error for a write without an answer from DynamoDB. The write may have happened in whole or in part.
 * @param cause the error of DynamoDB or the network, for the log
 */
export function unknownOutcome(cause?: unknown): OsdiError {
  const faults = [
    {
      error_code: 'unknown_outcome',
      description: 'The database did not answer, so that it is not known whether this request was done',
      properties: [],
      hint:
        'Send it again. With the same identifiers, contacts or Idempotency-Key it is done once; ' +
        'before a PUT with If-Match, read the resource again',
    },
  ]
  return new OsdiError('unknown_outcome', NOT_KNOWN, faults, undefined, cause)
}

const NOT_KNOWN = 'It is not known whether this request was done'

/** Limits the faults in an answer: a body of a megabyte could have many thousands. */
const MOST_FAULTS = 100

/**
 * Returns the error for invalid input. Its message names the first fault.
 * @param ignored paths of what else was not taken
 */
export function invalid(faults: [Fault, ...Fault[]], ignored: readonly string[] = []): OsdiError {
  const others = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const error = new OsdiError('invalid', faults[0].description + others, faults.slice(0, MOST_FAULTS))
  error.ignored = ignored
  return error
}
