import { keyed } from '../../lib/endpoint.js'
import { campaignResource } from '../../lib/hal/v2/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { campaigns } from '../../lib/service.js'

export const endpoint = keyed(v2, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
  const campaign = await campaigns.counted(await campaigns.find(owner, id()))
  return validatedByTag(campaignResource(site, campaign), campaign)
})
