import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Owner } from '../../lib/runtime/owner.js'
import { delivering as deliveringOf } from '../../lib/app/consumers.js'
import { handleEach } from '../../lib/queues/messages.js'
import { type Service, partOf } from '../../lib/runtime/service.js'
import { deliver } from '../../lib/webhooks/delivery/deliver.js'

/** Sends the messages of a webhook that has new ones, or requests that are due again. */
export const endpoint = (service: Service) => {
  const delivering = partOf(service, deliveringOf)
  return (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const deadline = Date.now() + context.getRemainingTimeInMillis()
    return handleEach<{ pk: string; owner: Owner }>(event, 'deliver messages', ({ pk, owner }) =>
      deliver(delivering, { owner, webhook: pk.slice(pk.indexOf('#') + 1) }, deadline),
    )
  }
}
