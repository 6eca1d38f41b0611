import type { DynamoDBStreamEvent } from 'aws-lambda'
import { type Service, computeResults } from '../../lib/service.js'

/** Another consumer of the table's stream: computes results that are too large for a request. */
export const endpoint =
  (service: Service) =>
  ({ Records }: DynamoDBStreamEvent): Promise<void> =>
    computeResults(service, Records)
