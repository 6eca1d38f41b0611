import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { handleTogether } from '../../lib/queues/messages.js'
import type { Service } from '../../lib/runtime/service.js'
import { indexChanged } from '../../lib/app/finding.js'

/** Lets people and events that were changed be found as they are. */
export const endpoint =
  (service: Service) =>
  (event: SQSEvent): Promise<SQSBatchResponse> =>
    handleTogether<{ pk: string; sk: string }>(event, 'index a name', (all) => indexChanged(service, all))
