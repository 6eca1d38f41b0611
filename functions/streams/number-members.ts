import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { numberFromStream } from '../../lib/dynamodb/lists/number-from-stream.js'
import { table } from '../../lib/service.js'

/** The consumer of the table's stream: gives members of hot lists their places, soon after they came. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = await numberFromStream(table, Records)
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
