import { readWebhooks } from '../../lib/runtime/environment.js'
import { changeWebhook } from '../../lib/webhooks/record-webhook.js'
import { shownWebhook, splitChange } from '../../lib/webhooks/webhook.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readWebhookChange, webhookResource } from '../../lib/webhooks/documents/webhook.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { deliveriesOf } from '../../lib/webhooks/store/webhook-store.js'

export const endpoint = keyEndpoint(v2, {}, async (app, { owner, id, body, precondition }) => {
  const { change: sent, rotates, ignored } = readWebhookChange(app.site, body)
  const { change, ignored: invalid } = splitChange(sent, readWebhooks().allowsPrivate)
  const { webhook, secret } = await changeWebhook(app, owner, id(), { change, rotates, precondition })
  const [deliveries = {}] = await deliveriesOf(app.table, [webhook])
  return validated(webhookResource(app.site, shownWebhook(webhook, deliveries, secret)), webhook, [
    ...ignored,
    ...invalid,
  ])
})
