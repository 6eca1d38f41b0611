import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { pulledMessages } from '../../lib/webhooks/documents/webhook.v2.js'
import { ok } from '../../lib/http/answer.js'
import { readPullRequest } from '../../lib/http/query/page-request.js'
import { ordinalOfMessage, messagesAfter } from '../../lib/webhooks/store/message-log.js'
import { findWebhook } from '../../lib/webhooks/store/webhook-store.js'

export const endpoint = keyEndpoint(v2, {}, async ({ table, site }, { owner, principal, id, query }) => {
  const { after, limit } = readPullRequest(query)
  const { id: webhook } = await findWebhook(table, owner, id())
  const from = after === undefined ? 0 : await ordinalOfMessage(table, webhook, after)
  const found = await messagesAfter(table, webhook, from, limit + 1)
  return ok(pulledMessages(site, principal.scope, found.slice(0, limit), found.length > limit))
})
