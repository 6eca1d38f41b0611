import type { CountedCampaign } from '../../lib/domain/campaigns/event-campaign.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validatedByTag } from '../../lib/http/preconditions/validated.js'
import { campaigns } from '../../lib/service/events.js'

export const getEventCampaign = (version: ApiVersion, campaignResource: Serializer<CountedCampaign>) =>
  keyEndpoint(version, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
    const campaign = await campaigns.counted(await campaigns.find(owner, id()))
    return validatedByTag(campaignResource(site, campaign), campaign)
  })
