import { shownWebhook } from '../../lib/domain/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { webhookResource } from '../../lib/hal/v2/webhooks/webhook.js'
import { ok } from '../../lib/http/answer.js'
import { webhooks } from '../../lib/service/webhooks.js'

export const endpoint = keyEndpoint(v2, { webhooks }, async ({ webhooks, site }, { owner, id }) => {
  const webhook = await webhooks.find(owner, id())
  const [deliveries = {}] = await webhooks.deliveriesOf([webhook])
  return ok(webhookResource(site, shownWebhook(webhook, deliveries)))
})
