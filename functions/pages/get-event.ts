import { openEndpoint } from '../../lib/http/endpoint.js'
import { publicRequest } from '../../lib/http/request.js'
import { eventPage, missingPage } from '../../lib/pages/event-page.js'
import { shown } from '../../lib/service.js'

export const handler = openEndpoint(undefined, async (request) => {
  const found = await shown.findWithPage(publicRequest(request).parameter('id'))
  return found ? eventPage(found.event, found.browser_rsvps) : missingPage()
})
