import { openEndpoint } from '../../lib/endpoint.js'
import { readListingQuery } from '../../lib/http/query/listing-query.js'
import { publicRequest } from '../../lib/http/request.js'
import { listingPage } from '../../lib/pages/listing-page.js'
import { missingAddress } from '../../lib/pages/missing.js'
import { listings, publicCatalog } from '../../lib/service/public.js'

/** The upcoming events of a campaign, for anybody. */
export const endpoint = openEndpoint(
  undefined,
  { listings, publicCatalog },
  async ({ listings, publicCatalog, site }, request) => {
    const found = await publicCatalog.findCampaignWithSettings(publicRequest(request).parameter('id'))
    if (!found) return missingAddress(site, request)
    const { id, owner, title, browser_url } = found.campaign
    const { language, list_api_events = false } = found.settings
    const query = readListingQuery(request)
    const scope = { owner, event_campaign_id: id, list_api_events }
    const listing = await listings.list(scope, query, new Date())
    const listed = { title, browser_url, language, path: `/event_campaigns/${id}` }
    return listingPage(site, listed, listing, query)
  },
)
