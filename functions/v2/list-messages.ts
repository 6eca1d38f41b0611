import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { pulledMessages } from '../../lib/webhooks/documents/webhook.v2.js'
import { ok } from '../../lib/http/answer.js'
import { readPullRequest } from '../../lib/http/query/page-request.js'
import { webhookMessages, webhooks } from '../../lib/app/webhooks.js'

export const endpoint = keyEndpoint(
  v2,
  { webhooks, webhookMessages },
  async ({ webhooks, webhookMessages, site }, { owner, principal, id, query }) => {
    const { after, limit } = readPullRequest(query)
    const { id: webhook } = await webhooks.find(owner, id())
    const from = after === undefined ? 0 : await webhookMessages.ordinalOf(webhook, after)
    const found = await webhookMessages.after(webhook, from, limit + 1)
    return ok(pulledMessages(site, principal.scope, found.slice(0, limit), found.length > limit))
  },
)
