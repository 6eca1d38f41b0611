import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { type Service } from '../../lib/runtime/service.js'
import { assignOrdinals } from '../../lib/app/consumers.js'

/** Consumes the table's stream and assigns ordinals to pending members. */
export const endpoint =
  (service: Service) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failed = await assignOrdinals(service, Records)
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
  }
