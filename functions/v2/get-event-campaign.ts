import { campaignResource } from '../../lib/hal/v2/event-campaign.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const campaign = await campaigns.counted(await campaigns.find(owner, id()))
  return validatedByTag(campaignResource(campaign), campaign)
})
