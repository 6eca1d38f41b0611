import { publicEndpoint } from '../../lib/app/endpoint.js'
import { publicEvent } from '../../lib/catalog/documents/public-event.js'
import { publishedDocument } from '../../lib/http/answer.js'
import { searched } from '../../lib/events/documents/searched.js'
import { publicCatalog } from '../../lib/app/catalog.js'

export const endpoint = publicEndpoint({ publicCatalog }, async ({ publicCatalog, site }, { id }) => {
  const { event, ...circumstances } = await publicCatalog.findEvent(id())
  return searched(event, publishedDocument(publicEvent(site, event, circumstances, new Date())))
})
