import { openEndpoint } from '../../lib/endpoint.js'
import { compressed } from '../../lib/http/headers/compressed.js'
import { publicRequest } from '../../lib/http/request.js'
import { eventPage } from '../../lib/pages/events/event-page.js'
import { missingEvent } from '../../lib/pages/missing.js'
import { publicCatalog } from '../../lib/service/public.js'

export const endpoint = openEndpoint(
  undefined,
  { publicCatalog },
  async ({ publicCatalog, site }, request) => {
    const found = await publicCatalog.findWithPage(publicRequest(request).parameter('id'))
    return found
      ? compressed(eventPage(site, found, request, new Date()), request.headers, false)
      : missingEvent(site, request)
  },
)
