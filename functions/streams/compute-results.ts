import type { DynamoDBStreamEvent } from 'aws-lambda'
import { type Service, computeResults } from '../../lib/service.js'

/** Consumes the table's stream and computes results that are too large for a request. */
export const endpoint =
  (service: Service) =>
  ({ Records }: DynamoDBStreamEvent): Promise<void> =>
    computeResults(service, Records)
