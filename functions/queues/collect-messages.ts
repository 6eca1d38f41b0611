import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Announcement } from '../../lib/webhooks/announced-resource.js'
import { collecting as collectingOf } from '../../lib/app/consumers.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { collect } from '../../lib/webhooks/delivery/collect.js'

/** Makes messages of changes for the webhooks that take them. A batch that fails is offered again as it is. */
export const endpoint = (service: Service) => {
  const collecting = partOf(service, collectingOf)
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const changes = Records.map(({ body }) => JSON.parse(body) as Announcement)
    await collect(collecting, changes)
    return { batchItemFailures: [] }
  }
}
