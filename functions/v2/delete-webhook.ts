import { keyEndpoint } from '../../lib/app/endpoint.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { noContent } from '../../lib/http/answer.js'
import { webhooks } from '../../lib/app/webhooks.js'

export const endpoint = keyEndpoint(v2, { webhooks }, async ({ webhooks }, { owner, id }) => {
  await webhooks.remove(owner, id())
  return noContent({})
})
