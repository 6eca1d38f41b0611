import { embedResource } from '../../lib/hal/embed.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const campaign = await campaigns.find(owner, id())
  return ok(embedResource(v1, 'event_campaigns', campaign.id))
})
