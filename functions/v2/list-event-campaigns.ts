import { campaignCollection } from '../../lib/hal/v2/event-campaign.js'
import { campaignFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, endpoint } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) => {
  const page = await campaigns.list(
    owner,
    readPageRequest(query),
    readFilterRequest(query, campaignFilters()),
  )
  return ok(campaignCollection(await campaigns.countedPage(page), query))
})
