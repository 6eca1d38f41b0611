import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { numberMembers } from '../../lib/service.js'

/** The consumer of the table's stream: gives members of hot lists their places, soon after they came. */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = await numberMembers(Records)
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
