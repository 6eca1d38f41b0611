import { sendTest } from '../../lib/webhooks/redeliver.js'
import { bodylessEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { redeliveryDependencies } from '../../lib/app/webhooks.js'

export const endpoint = bodylessEndpoint(
  v2,
  { redeliveryDependencies },
  async ({ redeliveryDependencies }, { owner, id }) =>
    ok({ messages: await sendTest(owner, id(), redeliveryDependencies) }),
)
