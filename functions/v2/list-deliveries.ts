import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { deliveryCollection } from '../../lib/webhooks/documents/webhook.v2.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { listDeliveries } from '../../lib/webhooks/store/delivery-log.js'
import { findWebhook } from '../../lib/webhooks/store/webhook-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, id, query }) => {
  const [webhook, page] = await Promise.all([
    findWebhook(table, owner, id()),
    listDeliveries(table, id(), readPageRequest(query)),
  ])
  return ok(deliveryCollection(site, webhook.id, page, query))
})
