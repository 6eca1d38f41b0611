import { shownWebhook, visibleTo } from '../../lib/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { webhookCollection } from '../../lib/webhooks/documents/webhook.v2.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { listWebhooks, deliveriesOf } from '../../lib/webhooks/store/webhook-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, principal, query }) => {
  const page = await listWebhooks(table, owner, readPageRequest(query))
  const deliveries = await deliveriesOf(table, page.members)
  const members = page.members.map((webhook, i) => visibleTo(principal, shownWebhook(webhook, deliveries[i] ?? {})))
  return ok(webhookCollection(site, { ...page, members }, query))
})
