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
   * Whether an attempt before had an unknown outcome. All attempts carry the same token, so an engine that honours
   * tokens answers an applied transaction with success.
   */
  afterUnknown = false
}
