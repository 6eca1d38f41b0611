import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { type Service } from '../../lib/service.js'
import { assignOrdinals } from '../../lib/service/consumers.js'

/** Consumes the table's stream and assigns ordinals to pending members. */
export const endpoint =
  (service: Service) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = await assignOrdinals(service, Records)
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }
