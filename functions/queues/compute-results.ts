import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { handleEach } from '../../lib/queues/messages.js'
import { type Service } from '../../lib/service.js'
import { type WaitingResult, computeResult } from '../../lib/service/targeting.js'

/** Computes results that are too large for a request. */
export const endpoint =
  (service: Service) =>
  (event: SQSEvent): Promise<SQSBatchResponse> =>
    handleEach<WaitingResult>(event, 'compute a result', (waiting) => computeResult(service, waiting))
