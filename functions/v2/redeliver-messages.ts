import { redeliverSince } from '../../lib/webhooks/redeliver.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { readSince } from '../../lib/webhooks/documents/webhook.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = keyEndpoint(v2, {}, async (app, { owner, id, body }) =>
  ok({ messages: await redeliverSince(app, owner, id(), readSince(app.site, body)) }),
)
