import { keyed } from '../../lib/endpoint.js'
import { embedResource } from '../../lib/hal/embed.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns } from '../../lib/service.js'

export const endpoint = keyed(v1, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
  const campaign = await campaigns.find(owner, id())
  return ok(embedResource(site, v1, 'event_campaigns', campaign.id))
})
