import { redeliverSince } from '../../lib/domain/webhooks/redeliver.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import { readSince } from '../../lib/hal/v2/webhooks/webhook.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { redeliveryDependencies } from '../../lib/service/webhooks.js'

export const endpoint = keyEndpoint(
  v2,
  { redeliveryDependencies },
  async ({ redeliveryDependencies, site }, { owner, id, body }) =>
    ok({ messages: await redeliverSince(owner, id(), readSince(site, body), redeliveryDependencies) }),
)
