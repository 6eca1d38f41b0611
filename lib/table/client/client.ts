import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import type { ConsumedCapacity } from '../../runtime/consumed-capacity.js'
import { trackOutcomes, isRead, ATTEMPTS, retries } from './attempts.js'
import { connection } from './connection.js'
import { withoutTokens } from './embedded-engine.js'
import {
  type Failure,
  ConditionalCheckFailedException,
  DynamoDbError,
  TransactionCanceledException,
  TransactionConflictException,
  outOfTime,
} from './errors.js'
import { DynamoDBClient, DynamoDBDocumentClient, type GetCommand } from './sdk.js'
import { OsdiError, unknownOutcome } from '../../runtime/errors.js'
import { noteWrite, timeLeft } from '../../runtime/request-context.js'

/** Asks for the consumed capacity of every command, which costs nothing, and adds it up. */
function countCapacity({ middlewareStack }: DynamoDBDocumentClient, total: ConsumedCapacity): void {
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const }
        const result = await next({ ...args, input })
        const { ConsumedCapacity: consumed = [] } = result.output as Answer
        total.requests += 1
        for (const { CapacityUnits = 0 } of [consumed].flat())
          total[isRead(commandName) ? 'read' : 'write'] += CapacityUnits
        return result
      },
    { step: 'initialize', name: 'consumedCapacity' },
  )
}

/** A transaction and a batch have one for each table. */
interface Answer {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
}

/**
 * Region and credentials, and the kind of endpoint. Without them, the SDK looks where the AWS tools do: profiles,
 * single sign-on and so on. The signer is the SDK's own, but for an embedded engine.
 */
export type Account = Pick<
  DynamoDBClientConfig,
  | 'region'
  | 'credentials'
  | 'signer'
  | 'accountIdEndpointMode'
  | 'authSchemePreference'
  | 'disableClockSkewCorrection'
  | 'ignoreConfiguredEndpointUrls'
  | 'useDualstackEndpoint'
  | 'useFipsEndpoint'
>

export interface ClientOptions {
  /** Another DynamoDB than the region's own. */
  endpoint?: string | undefined
  account: Account
  /** The sum of the units of all answers. */
  consumedCapacity: ConsumedCapacity
  /** The time limit of an attempt, in milliseconds. */
  answer_ms?: number
}

export interface SendOptions {
  /** Ends the command, also while an attempt is under way. */
  abortSignal?: AbortSignal
  /** When the command ends at the latest, in milliseconds since 1970. */
  deadline?: number
}

/** A command of lib-dynamodb. */
export interface Command<Input extends object = object, Output extends object = object> {
  readonly input: Input
  resolveMiddleware(
    ...args: Parameters<GetCommand['resolveMiddleware']>
  ): (args: { input: Input }) => Promise<{ output: Output }>
}

/** Sends commands to DynamoDB. */
export interface Client {
  /**
   * Every error has an `outcome`: whether a write may have been applied although the command failed.
   * @throws OsdiError busy when DynamoDB takes no more and nothing was written, or when the time is over
   * @throws DynamoDbError what DynamoDB refused besides
   * @throws Error of the connection when DynamoDB could not be reached or did not answer
   */
  send<Input extends object, Output extends object>(
    command: Command<Input, Output>,
    options?: SendOptions,
  ): Promise<Output>
  /** Closes the connections. */
  destroy(): void
}

/** A request that hangs must fail while there is time to send it again, and most functions have ten seconds. */
const ANSWER_MS = 2_000
/** An engine on this machine shares its processor, and the time includes the wait for a free connection. */
const LOCAL_ANSWER_MS = 60_000

/** Middleware of the SDK that serves logs and statistics of others, and takes time at every command. */
const UNNEEDED = ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware']

/** A client on the SDK, which signs, retries and translates values (docs/decisions/0006). */
export function dynamodbClient({
  endpoint,
  account,
  consumedCapacity,
  answer_ms = endpoint ? LOCAL_ANSWER_MS : ANSWER_MS,
}: ClientOptions): Client {
  const client = new DynamoDBClient({
    ...account,
    ...(endpoint && { endpoint }),
    retryStrategy: retries(),
    maxAttempts: ATTEMPTS,
    requestHandler: connection(answer_ms, endpoint !== undefined),
  })
  for (const name of UNNEEDED) client.middlewareStack.remove(name)
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  trackOutcomes(documents)
  countCapacity(documents, consumedCapacity)
  // Only the embedded engine has a signer of its own.
  if (account.signer) withoutTokens(documents)

  return {
    async send<Input extends object, Output extends object>(
      command: Command<Input, Output>,
      { abortSignal, deadline = Infinity }: SendOptions = {},
    ) {
      const time = new AbortController()
      const left_ms = Math.min(deadline - Date.now(), ATTEMPTS * answer_ms)
      if (left_ms <= 0) throw outOfTime()
      const timeout = setTimeout(() => time.abort(), left_ms)
      const signals = abortSignal ? AbortSignal.any([abortSignal, time.signal]) : time.signal
      try {
        return (await documents.send(command as never, { abortSignal: signals })) as Output
      } catch (error) {
        throw time.signal.aborted ? outOfTime(error as Failure) : error
      } finally {
        clearTimeout(timeout)
      }
    },

    destroy: () => client.destroy(),
  }
}

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
