import { openEndpoint } from '../../lib/app/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { publicRequest } from '../../lib/http/request.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { seriesPage } from '../../lib/series/series-page.pages.js'
import { publicCatalog } from '../../lib/app/catalog.js'

export const endpoint = openEndpoint(undefined, { publicCatalog }, async ({ publicCatalog, site }, request) => {
  const found = await publicCatalog.findSeries(publicRequest(request).parameter('id'))
  return found
    ? compressed(seriesPage(site, found, request, new Date()), request.headers, false)
    : missingEvent(site, request)
})
