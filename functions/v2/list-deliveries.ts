import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { deliveryCollection } from '../../lib/webhooks/documents/webhook.v2.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { webhookDeliveryLog, webhooks } from '../../lib/app/webhooks.js'

export const endpoint = keyEndpoint(
  v2,
  { webhooks, webhookDeliveryLog },
  async ({ webhooks, webhookDeliveryLog, site }, { owner, id, query }) => {
    const [webhook, page] = await Promise.all([
      webhooks.find(owner, id()),
      webhookDeliveryLog.list(id(), readPageRequest(query)),
    ])
    return ok(deliveryCollection(site, webhook.id, page, query))
  },
)
