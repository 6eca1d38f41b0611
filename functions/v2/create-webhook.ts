import { recordWebhook } from '../../lib/webhooks/record-webhook.js'
import { shownWebhook } from '../../lib/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readNewWebhook, webhookResource } from '../../lib/webhooks/documents/webhook.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'

export const endpoint = keyEndpoint(v2, {}, async (app, { owner, body }) => {
  const { draft, ignored } = readNewWebhook(app.site, body)
  const { webhook, secret } = await recordWebhook(app, owner, draft)
  const answer = (shown?: string) =>
    validated(webhookResource(app.site, shownWebhook(webhook, {}, shown)), webhook, ignored)
  return { ...answer(secret), replayed: answer() }
})
