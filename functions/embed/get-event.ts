import { publicEvent } from '../../lib/hal/public-event.js'
import { publishedDocument } from '../../lib/http/answer.js'
import { publicEndpoint } from '../../lib/http/endpoint.js'
import { shown } from '../../lib/service.js'

export const handler = publicEndpoint(async ({ id }) => {
  const { event, browser_rsvps } = await shown.findEvent(id())
  return publishedDocument(publicEvent(event, browser_rsvps))
})
