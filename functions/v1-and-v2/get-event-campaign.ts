import type { CountedCampaign } from '../../lib/campaigns/event-campaign.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { Serializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { validatedByTag } from '../../lib/http/preconditions/validated.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { campaignResource as v1CampaignResource } from '../../lib/campaigns/documents/event-campaign.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { campaignResource as v2CampaignResource } from '../../lib/campaigns/documents/event-campaign.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'

/* @__NO_SIDE_EFFECTS__ */
const getEventCampaign = (version: ApiVersion, campaignResource: Serializer<CountedCampaign>) =>
  keyEndpoint(version, { campaigns }, async ({ campaigns, site }, { owner, id }) => {
    const campaign = await campaigns.findCounted(owner, id())
    return validatedByTag(campaignResource(site, campaign), campaign)
  })

export const v1Endpoint = getEventCampaign(v1, v1CampaignResource)
export const v2Endpoint = getEventCampaign(v2, v2CampaignResource)
