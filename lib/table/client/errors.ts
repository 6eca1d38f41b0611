import type { AttributeValue, CancellationReason, DynamoDBServiceException } from '@aws-sdk/client-dynamodb'
import { OsdiError } from '../../runtime/errors.js'
import { unmarshall } from './sdk.js'

type Item = Record<string, unknown>

/**
 * The effect of a failed command. `not written`: DynamoDB refused or never received every attempt. `unknown`: at least
 * one attempt of a write got no whole answer, and may have been applied.
 */
export type Outcome = 'not written' | 'unknown'

/** The error that `Client.send` throws. */
export type Failure = Error & { outcome: Outcome }

/** A request that DynamoDB refused, under the name that DynamoDB gives the error. */
export class DynamoDbError extends Error {
  outcome: Outcome = 'not written'

  constructor(
    override readonly name: string,
    message: string,
    /** The status of the answer. */
    readonly status: number,
  ) {
    super(message)
  }
}

/** A condition did not hold. */
export class ConditionalCheckFailedException extends DynamoDbError {
  /** The item that the condition met, where the command asked for it. */
  item: Item | undefined
  /** Whether an attempt before had an unknown outcome: the condition may have met what that attempt wrote. */
  afterUnknown = false
}

/** A single write met a transaction that is under way on its item. */
export class TransactionConflictException extends DynamoDbError {}

/** A transaction wrote nothing. */
export class TransactionCanceledException extends DynamoDbError {
  /** Why, by the position of the transaction's items. */
  reasons: { code: string; item: Item | undefined }[] = []
  /**
   * Whether an attempt before had an unknown outcome. All attempts carry the same token, so an engine that honors
   * tokens answers an applied transaction with success.
   */
  afterUnknown = false
}

/** The SDK's error for an answer of DynamoDB, with the fields of the errors that carry items. */
type SdkError = DynamoDBServiceException & {
  Item?: Record<string, AttributeValue>
  CancellationReasons?: CancellationReason[]
}

/**
 * Translates what the SDK throws after its last attempt.
 * @param outcome of all attempts together
 * @returns OsdiError busy when DynamoDB takes no more and nothing was written; otherwise an error of DynamoDB under its
 *   name, or the error of the connection
 */
export function failureOf(error: unknown, outcome: Outcome): Failure {
  if (!isSdkError(error)) return Object.assign(error instanceof Error ? error : new Error(String(error)), { outcome })
  if (THROTTLED.has(error.name) && outcome === 'not written')
    return notWritten(new OsdiError('busy', 'Too many requests at once; try again'))
  return Object.assign(toDynamoDbError(error, outcome === 'unknown'), { outcome })
}

/**
 * Returns the error of a command whose time is over.
 * @param error that ended it, where an attempt was made
 */
export const outOfTime = (error?: Failure): Failure =>
  error?.outcome === 'unknown' ? error : notWritten(new OsdiError('busy', 'DynamoDB did not answer in time'))

const notWritten = (error: Error): Failure => Object.assign(error, { outcome: 'not written' as const })

/** Whether DynamoDB has refused a request, which it has then not applied. */
export const isRefusal = (error: unknown) => isSdkError(error) && statusOf(error) < 500

const isSdkError = (error: unknown): error is SdkError =>
  error instanceof Error && '$fault' in error && error.name !== 'Unknown'

const statusOf = ({ $metadata }: SdkError) => $metadata.httpStatusCode ?? 500

function toDynamoDbError(error: SdkError, afterUnknown: boolean): DynamoDbError {
  const { name, message, Item, CancellationReasons = [] } = error
  const status = statusOf(error)
  switch (name) {
    case 'ConditionalCheckFailedException':
      return Object.assign(new ConditionalCheckFailedException(name, message, status), {
        item: plain(Item),
        afterUnknown,
      })
    case 'TransactionConflictException':
      return new TransactionConflictException(name, message, status)
    case 'TransactionCanceledException':
      return Object.assign(new TransactionCanceledException(name, message, status), {
        reasons: CancellationReasons.map(({ Code = 'None', Item }) => ({ code: Code, item: plain(Item) })),
        afterUnknown,
      })
    default:
      return new DynamoDbError(name, message, status)
  }
}

/** The document client translates answers, not errors. */
const plain = (item: Record<string, AttributeValue> | undefined) => item && unmarshall(item)

/** Refusals of more than DynamoDB takes at once. */
const THROTTLED = new Set(['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException'])
