import { STATUS_CODES } from 'node:http'
import { type ErrorCode, type Fault, OsdiError, unknownOutcome } from '../runtime/errors.js'
import { errorDocument } from '../hal/error.js'
import { log } from '../runtime/log.js'
import { type Answer, ignoredHeader } from './answer.js'
import type { GatewayRequest } from './request.js'
import { mayHaveWritten } from '../runtime/request-context.js'

export const STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  busy: 503,
  unknown_outcome: 503,
}

/** Default of `Retry-After`, in seconds. */
const RETRY_AFTER: Partial<Record<ErrorCode, string>> = {
  busy: '1',
  unknown_outcome: '1',
  too_many_requests: '60',
}

/** Returns the `Retry-After` of an error, in seconds, where it has one. */
export const retryAfterOf = ({ code, retry_after }: OsdiError): string | undefined =>
  retry_after?.toString() ?? RETRY_AFTER[code]

/**
 * Turns an error into an answer; nothing else does. A refusal names the faults. The answer to a bug holds only the
 * reference code of its log line.
 */
export function errorAnswer(error: unknown, reference_code: string): Answer {
  if (error instanceof OsdiError) return refusal(error, reference_code)
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  log({ level: 'error', reference_code, message, stack })
  return answer(500, { error: 'Something went wrong on our side', reference_code })
}

/** The media type of errors in RFC 9457. */
export const PROBLEM = 'application/problem+json'

/**
 * Returns an error in the media type that a request asks for by name: with the members of RFC 9457 before its own.
 * Programs that take anything get it as it is.
 */
export function inTypeOf({ headers }: Pick<GatewayRequest, 'headers'>, refusal: Answer): Answer {
  if (!headers['accept']?.toLowerCase().includes(PROBLEM)) return refusal
  const { statusCode: status = 500 } = refusal
  const document = JSON.parse(refusal.body) as { error: string }
  const problem = { type: 'about:blank', title: STATUS_CODES[status], status, detail: document.error }
  return {
    ...refusal,
    headers: { ...refusal.headers, 'content-type': PROBLEM },
    body: JSON.stringify({ ...problem, ...document }),
  }
}

/** Returns the error for a method that a path does not have, with the `Allow` header that RFC 9110 requires. */
export const methodNotAllowed = (method: string, allowed: string[]) =>
  new MethodNotAllowed(`This address does not take ${method}, but ${allowed.join(', ')}`, allowed)

class MethodNotAllowed extends OsdiError {
  constructor(
    message: string,
    readonly allowed: string[],
  ) {
    super('method_not_allowed', message)
  }
}

function refusal(error: OsdiError, reference_code: string): Answer {
  const { code, message, faults, cause } = error
  if (cause) log({ level: 'error', reference_code, message: `${code}: ${describeCause(cause)}` })
  const described = faults.length > 0 ? faults : [{ error_code: code, description: message, properties: [] }]
  const refused = answer(STATUS[code], { error: message, faults: described, reference_code }, error.more)
  Object.assign(refused.headers, ignoredHeader(error.ignored))
  const retryAfter = retryAfterOf(error)
  if (retryAfter) refused.headers['retry-after'] = retryAfter
  if (error instanceof MethodNotAllowed) refused.headers['allow'] = error.allowed.join(', ')
  return refused
}

/** Describes an error of DynamoDB or the network: `InternalServerError: …`, `ECONNRESET`. */
const describeCause = (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown')

function answer(
  status: number,
  parts: { error: string; faults?: Fault[]; reference_code: string },
  more: object = {},
): Answer {
  const faults = parts.faults ?? [{ error_code: 'fault', description: parts.error, properties: [] }]
  return {
    statusCode: status,
    headers: { 'content-type': 'application/hal+json', 'cache-control': 'no-store' },
    body: JSON.stringify({ ...errorDocument({ ...parts, status, faults }), ...more }),
  }
}

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

/**
 * Whether a form was sent by a page without scripts: its `Accept` names HTML. Scripts ask for JSON, and programs for
 * anything.
 */
export const wantsPage = ({ headers }: Pick<GatewayRequest, 'headers'>): boolean =>
  /\btext\/html\b/i.test(headers['accept'] ?? '')
