import { publicEndpoint } from '../../lib/app/endpoint.js'
import { publicEvent } from '../../lib/pages/documents/public-event.js'
import { publishedDocument } from '../../lib/http/answer.js'
import { searched } from '../../lib/events/documents/searched.js'
import { publicCatalog } from '../../lib/app/pages.js'

export const endpoint = publicEndpoint({ publicCatalog }, async ({ publicCatalog, site }, { id }) => {
  const { event, ...circumstances } = await publicCatalog.findEvent(id())
  return searched(event, publishedDocument(publicEvent(site, event, circumstances, new Date())))
})
