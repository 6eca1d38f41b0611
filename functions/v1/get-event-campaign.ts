import { keyed } from '../../lib/endpoint.js'
import { campaignResource } from '../../lib/hal/v1/event-campaign.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { campaigns } from '../../lib/service.js'

export const endpoint = keyed(v1, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
  const campaign = await campaigns.counted(await campaigns.find(owner, id()))
  return validatedByTag(campaignResource(site, campaign), campaign)
})
