import { shownWebhook, visibleTo } from '../../lib/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { webhookResource } from '../../lib/webhooks/documents/webhook.v2.js'
import { validatedByTag } from '../../lib/http/preconditions/validated.js'
import { findWebhook, deliveriesOf } from '../../lib/webhooks/store/webhook-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, principal, id }) => {
  const webhook = await findWebhook(table, owner, id())
  const [deliveries = {}] = await deliveriesOf(table, [webhook])
  return validatedByTag(webhookResource(site, visibleTo(principal, shownWebhook(webhook, deliveries))), webhook)
})
