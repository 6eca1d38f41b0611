import { changeWebhook } from '../../lib/webhooks/record-webhook.js'
import { shownWebhook, splitChange } from '../../lib/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readWebhookChange, webhookResource } from '../../lib/webhooks/documents/webhook.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { webhookDependencies, webhooks } from '../../lib/app/webhooks.js'

export const endpoint = keyEndpoint(
  v2,
  { webhookDependencies, webhooks },
  async ({ webhookDependencies, webhooks, site }, { owner, id, body, precondition }) => {
    const { change: sent, rotates, ignored } = readWebhookChange(site, body)
    const { change, ignored: invalid } = splitChange(sent, webhookDependencies.allowsPrivate)
    const { webhook, secret } = await changeWebhook(owner, id(), { change, rotates, precondition }, webhookDependencies)
    const [deliveries = {}] = await webhooks.deliveriesOf([webhook])
    return ok(webhookResource(site, shownWebhook(webhook, deliveries, secret)), [...ignored, ...invalid])
  },
)
