import { campaignResource } from '../../lib/hal/v1/event-campaign.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id }) => {
  const campaign = await campaigns.counted(await campaigns.find(owner, id()))
  return validatedByTag(campaignResource(campaign), campaign)
})
