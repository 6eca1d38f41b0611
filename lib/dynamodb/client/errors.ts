import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'

type WireItem = Record<string, AttributeValue>
type Item = Record<string, unknown>

/** The body of an error, as DynamoDB sends it. */
export interface WireError {
  __type?: string
  message?: string
  Message?: string
  Item?: WireItem
  CancellationReasons?: { Code?: string; Message?: string; Item?: WireItem }[]
}

/** A request that DynamoDB refused, under the name that DynamoDB gives the error. */
export class DynamoDbError extends Error {
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
  /** What stood there, where the command asked for it. */
  item: Item | undefined
}

/** A single write met a transaction that is under way on its item. */
export class TransactionConflictException extends DynamoDbError {}

/** A transaction wrote nothing. */
export class TransactionCanceledException extends DynamoDbError {
  /** Why, by the position of the transaction's items. */
  reasons: { code: string; item: Item | undefined }[] = []
}

/** @param status of the answer, which is not 200 */
export function errorOf(status: number, body: WireError): DynamoDbError {
  // `com.amazonaws.dynamodb.v20120810#ThrottlingException`
  const name = body.__type?.split('#').at(-1) ?? 'UnknownError'
  const message = body.message ?? body.Message ?? `DynamoDB answered ${status}`
  switch (name) {
    case 'ConditionalCheckFailedException':
      return Object.assign(new ConditionalCheckFailedException(name, message, status), {
        item: body.Item && unmarshall(body.Item),
      })
    case 'TransactionConflictException':
      return new TransactionConflictException(name, message, status)
    case 'TransactionCanceledException':
      return Object.assign(new TransactionCanceledException(name, message, status), {
        reasons: (body.CancellationReasons ?? []).map(({ Code = 'None', Item }) => ({
          code: Code,
          item: Item && unmarshall(Item),
        })),
      })
    default:
      return new DynamoDbError(name, message, status)
  }
}
