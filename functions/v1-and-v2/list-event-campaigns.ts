import type { CountedCampaign, EventCampaign } from '../../lib/campaigns/event-campaign.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import type { Filters, PageSerializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { campaigns } from '../../lib/app/campaigns.js'
import {
  campaignFilters as v1CampaignFilters,
  campaignCollection as v1CampaignCollection,
} from '../../lib/campaigns/documents/event-campaign.v1.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  campaignFilters as v2CampaignFilters,
  campaignCollection as v2CampaignCollection,
} from '../../lib/campaigns/documents/event-campaign.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'

interface Documents {
  campaignFilters: Filters<EventCampaign>
  campaignCollection: PageSerializer<CountedCampaign>
}

/* @__NO_SIDE_EFFECTS__ */
const listEventCampaigns = (version: ApiVersion, { campaignFilters, campaignCollection }: Documents) =>
  keyEndpoint(version, { campaigns }, async ({ campaigns, site }, { owner, query }) => {
    const filter = readFilterRequest(query, campaignFilters(site))
    const page = await campaigns.list(owner, readPageRequest(query), filter)
    return ok(campaignCollection(site, await campaigns.countedPage(page), query))
  })

export const v1Endpoint = listEventCampaigns(v1, {
  campaignFilters: v1CampaignFilters,
  campaignCollection: v1CampaignCollection,
})
export const v2Endpoint = listEventCampaigns(v2, {
  campaignFilters: v2CampaignFilters,
  campaignCollection: v2CampaignCollection,
})
