import { openEndpoint } from '../../lib/app/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { publicRequest } from '../../lib/http/request.js'
import { eventFrame } from '../../lib/events/pages/event-page.pages.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { publicCatalog } from '../../lib/app/catalog.js'

export const endpoint = openEndpoint(undefined, { publicCatalog }, async ({ publicCatalog, site }, request) => {
  const found = await publicCatalog.findVisible(publicRequest(request).parameter('id'))
  return found
    ? compressed(eventFrame(site, found, request, new Date()), request.headers, false)
    : missingEvent(site, request, '*')
})
