import { redeliverDelivery } from '../../lib/webhooks/redeliver.js'
import { bodylessEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'

export const endpoint = bodylessEndpoint(v2, {}, async (app, { owner, id, parameter }) =>
  ok({ messages: await redeliverDelivery(app, owner, id(), parameter('delivery')) }),
)
