import { keyEndpoint } from '../../lib/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noContent } from '../../lib/http/answer.js'
import { webhooks } from '../../lib/service/webhooks.js'

export const endpoint = keyEndpoint(v2, { webhooks }, async ({ webhooks }, { owner, id }) => {
  await webhooks.remove(owner, id())
  return noContent({})
})
