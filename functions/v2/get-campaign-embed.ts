import { embedResource } from '../../lib/hal/embed.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const campaign = await campaigns.find(owner, id())
  return ok(embedResource(v2, 'event_campaigns', campaign.id))
})
