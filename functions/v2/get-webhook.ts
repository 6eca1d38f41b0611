import { shownWebhook } from '../../lib/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { webhookResource } from '../../lib/webhooks/documents/webhook.v2.js'
import { ok } from '../../lib/http/answer.js'
import { webhooks } from '../../lib/app/webhooks.js'

export const endpoint = keyEndpoint(v2, { webhooks }, async ({ webhooks, site }, { owner, id }) => {
  const webhook = await webhooks.find(owner, id())
  const [deliveries = {}] = await webhooks.deliveriesOf([webhook])
  return ok(webhookResource(site, shownWebhook(webhook, deliveries)))
})
