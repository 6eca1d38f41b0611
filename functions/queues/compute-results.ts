import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { handleEach } from '../../lib/queues/messages.js'
import { type Service } from '../../lib/runtime/service.js'
import { type Waiting, computeWaiting } from '../../lib/app/computing.js'

/** Computes what is too large for a request: results of queries, statistics of events, and files of guests. */
export const endpoint =
  (service: Service) =>
  (event: SQSEvent): Promise<SQSBatchResponse> =>
    handleEach<Waiting>(event, 'compute what waits', (waiting) => computeWaiting(service, waiting))
