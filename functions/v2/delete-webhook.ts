import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noContent } from '../../lib/http/answer.js'
import { removeWebhook } from '../../lib/webhooks/store/webhook-store.js'

export const endpoint = keyEndpoint(v2, {}, ({ table }, { owner, id }) =>
  removeWebhook(table, owner, id()).then(() => noContent({})),
)
