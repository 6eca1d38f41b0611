import { keyed } from '../../lib/endpoint.js'
import { embedResource } from '../../lib/hal/embed.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { campaigns } from '../../lib/service.js'

export const endpoint = keyed(v2, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
  const campaign = await campaigns.find(owner, id())
  return ok(embedResource(site, v2, 'event_campaigns', campaign.id))
})
