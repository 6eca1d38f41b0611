/** Everything that can be refused. A bug is none of these and answers as a fault of ours. */
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

/** One thing that is wrong, and with which properties of the request. */
export interface Fault {
  /** Stable word for programs: `required`, `malformed`, … */
  error_code: string
  /** One sentence for people. */
  description: string
  /** Paths of the properties concerned, as the caller wrote them: `location.country`, `identifiers[1]`. */
  properties: string[]
  hint?: string
}

/** A refusal whose message may be shown to the caller. */
export class OsdiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly faults: Fault[] = [],
    /** After how many seconds it is worth trying again, where that is known. */
    readonly retry_after?: number,
    /** What the log should have of it, and no caller. */
    override readonly cause?: unknown,
  ) {
    super(message)
    this.name = 'OsdiError'
  }
}

/** The one answer for what does not exist and for what belongs to somebody else: it must not tell them apart. */
export const notFound = () => new OsdiError('not_found', 'Not found')

/**
 * The answer to a request that may have been done, in part or as a whole: DynamoDB was asked to write and gave no
 * answer. It says so, because "nothing was written" would be a guess.
 * @param cause what DynamoDB or the network said, for the log
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

/** So many faults are named: an answer has an end, and a body of a megabyte may have a fault in every other byte. */
const MOST_FAULTS = 100

/** A request whose faults are all known; the sentence names the first of them. */
export function invalid(faults: [Fault, ...Fault[]]): OsdiError {
  const others = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  return new OsdiError('invalid', faults[0].description + others, faults.slice(0, MOST_FAULTS))
}
