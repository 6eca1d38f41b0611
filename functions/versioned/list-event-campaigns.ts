import type { CountedCampaign, EventCampaign } from '../../lib/domain/campaigns/event-campaign.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Filters, PageSerializer } from '../../lib/hal/document.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { campaigns } from '../../lib/service/events.js'

interface Documents {
  campaignFilters: Filters<EventCampaign>
  campaignCollection: PageSerializer<CountedCampaign>
}

export const listEventCampaigns = (version: ApiVersion, { campaignFilters, campaignCollection }: Documents) =>
  keyEndpoint(version, { campaigns }, async ({ campaigns, site }, { owner, query }) => {
    const filter = readFilterRequest(query, campaignFilters(site))
    const page = await campaigns.list(owner, readPageRequest(query), filter)
    return ok(campaignCollection(site, await campaigns.countedPage(page), query))
  })
