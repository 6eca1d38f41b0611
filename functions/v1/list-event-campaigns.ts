import { keyed } from '../../lib/endpoint.js'
import { campaignCollection, campaignFilters } from '../../lib/hal/v1/event-campaign.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns } from '../../lib/service.js'

export const endpoint = keyed(v1, { campaigns }, async ({ campaigns, site }, { owner, query }) => {
  const page = await campaigns.list(
    owner,
    readPageRequest(query),
    readFilterRequest(query, campaignFilters(site)),
  )
  return ok(campaignCollection(site, await campaigns.countedPage(page), query))
})
