import { openEndpoint } from '../../lib/endpoint.js'
import { readListingQuery } from '../../lib/http/query/listing-query.js'
import { publicRequest } from '../../lib/http/request.js'
import { listingPage } from '../../lib/pages/listing-page.js'
import { missingAddress } from '../../lib/pages/missing.js'
import { listings, publicCatalog } from '../../lib/service/public.js'

/** The upcoming events of a group, for anybody. */
export const endpoint = openEndpoint(
  undefined,
  { listings, publicCatalog },
  async ({ listings, publicCatalog, site }, request) => {
    const group = await publicCatalog.findGroup(publicRequest(request).parameter('id'))
    if (!group) return missingAddress(site, request)
    const { id, title, browser_url, language, list_api_events = false } = group
    const query = readListingQuery(request)
    const listing = await listings.list({ owner: `group:${id}`, list_api_events }, query, new Date())
    return listingPage(site, { title, browser_url, language, path: `/groups/${id}` }, listing, query)
  },
)
