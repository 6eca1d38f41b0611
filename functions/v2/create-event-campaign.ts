import { recordCampaign } from '../../lib/campaigns/record-campaign.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { campaignResource, readNewCampaign } from '../../lib/campaigns/documents/event-campaign.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { campaigns, campaignDependencies } from '../../lib/app/campaigns.js'

export const endpoint = keyEndpoint(
  v2,
  { campaigns, campaignDependencies },
  async ({ campaigns, campaignDependencies, site }, { principal, body }) => {
    const { draft, ignored } = readNewCampaign(site, body)
    const campaign = await recordCampaign(principal, draft, campaignDependencies)
    return validated(campaignResource(site, await campaigns.counted(campaign)), campaign, [
      ...ignored,
      ...ignoredIdentifiers(site, draft.identifiers, campaign),
    ])
  },
)
