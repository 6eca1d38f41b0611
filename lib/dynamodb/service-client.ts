import { OsdiError, unknownOutcome } from '../domain/errors.js'
import { noteWrite, timeLeft } from '../request-context.js'
import type { Client } from './client/client.js'
import {
  ConditionalCheckFailedException,
  DynamoDbError,
  type Failure,
  TransactionCanceledException,
  TransactionConflictException,
} from './client/errors.js'

/**
 * A client for the work of requests: each command ends with the time of its request, and what time mends fails as an
 * error that callers may see: `busy` where the command did nothing, `unknown_outcome` where it may have written. Faults
 * of ours stay what they are.
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

/** What stores look at themselves: a condition that did not hold, and a transaction that was met. */
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
