import { campaignCollection } from '../../lib/hal/v1/event-campaign.js'
import { campaignFilters } from '../../lib/hal/v1/filters.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, query }) => {
  const page = await campaigns.list(
    owner,
    readPageRequest(query),
    readFilterRequest(query, campaignFilters()),
  )
  return ok(campaignCollection(await campaigns.countedPage(page), query))
})
