import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Announcement } from '../../lib/webhooks/announced-resource.js'
import { collectDependencies } from '../../lib/app/consumers.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { collect } from '../../lib/webhooks/delivery/collect.js'

/** Makes messages of changes for the webhooks that take them. A batch that fails is offered again as it is. */
export const endpoint = (service: Service) => {
  const dependencies = partOf(service, collectDependencies)
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const changes = Records.map(({ body }) => JSON.parse(body) as Announcement)
    await collect(changes, dependencies)
    return { batchItemFailures: [] }
  }
}
