import { OsdiError, unknownOutcome } from '../../runtime/errors.js'
import { noteWrite, timeLeft } from '../../runtime/request-context.js'
import type { Client } from './client.js'
import {
  ConditionalCheckFailedException,
  DynamoDbError,
  type Failure,
  TransactionCanceledException,
  TransactionConflictException,
} from './errors.js'

/**
 * Returns a client for requests. Each command ends at the request's deadline. A temporary failure becomes `busy` if the
 * command had no effect, or `unknown_outcome` if it may have written. Other errors are not changed.
 */
export const forRequests = (client: Client): Client => ({
  ...client,
  async send(command) {
    try {
      return await client.send(command, { deadline: Date.now() + timeLeft() })
    } catch (error) {
      const isUnknown = (error as Partial<Failure>).outcome === 'unknown'
      if (isUnknown) noteWrite()
      if (isRefusal(error) || (!isUnknown && !isPassing(error))) throw error
      if (isUnknown) throw unknownOutcome(error)
      throw error instanceof OsdiError ? error : new OsdiError('busy', NO_ANSWER, [], undefined, error)
    }
  },
})

const NO_ANSWER = 'The database does not answer now; try again'

/** Whether stores handle the error themselves: a failed condition, or a conflict with a transaction. */
const isRefusal = (error: unknown) =>
  error instanceof ConditionalCheckFailedException ||
  error instanceof TransactionCanceledException ||
  error instanceof TransactionConflictException

/** Errors of connections, by Node's names; those of wrong arguments begin with ERR_. */
const NETWORK = /^E(?!RR_)[A-Z_]+$/

/** Whether the same command may succeed a little later: DynamoDB is overloaded, or cannot be reached. */
function isPassing(error: unknown): boolean {
  if (error instanceof OsdiError) return error.code === 'busy'
  if (error instanceof DynamoDbError) return error.status >= 500
  const { code, name } = error as { code?: unknown; name?: string }
  return NETWORK.test(String(code)) || name === 'TimeoutError' || name === 'AbortError'
}
