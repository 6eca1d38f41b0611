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
  ) {
    super(message)
    this.name = 'OsdiError'
  }
}

/** The one answer for what does not exist and for what belongs to somebody else: it must not tell them apart. */
export const notFound = () => new OsdiError('not_found', 'Not found')

/** So many faults are named: an answer has an end, and a body of a megabyte may have a fault in every other byte. */
const MOST_FAULTS = 100

/** A request whose faults are all known; the sentence names the first of them. */
export function invalid(faults: [Fault, ...Fault[]]): OsdiError {
  const others = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  return new OsdiError('invalid', faults[0].description + others, faults.slice(0, MOST_FAULTS))
}
