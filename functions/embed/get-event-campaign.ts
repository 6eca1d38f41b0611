import { notFound } from '../../lib/runtime/errors.js'
import { upcomingOrAll } from '../../lib/events/upcoming.js'
import { publicEndpoint } from '../../lib/app/endpoint.js'
import { publicCampaign } from '../../lib/catalog/documents/public-event.js'
import { publishedDocument } from '../../lib/http/answer.js'
import { publicCatalog } from '../../lib/app/catalog.js'

/** Number of newest events that are read, and of upcoming ones that are returned. */
const NEWEST = 25
const SHOWN = 10

export const endpoint = publicEndpoint({ publicCatalog }, async ({ publicCatalog, site }, { id }) => {
  const found = await publicCatalog.findCampaignWithNewest(id(), NEWEST)
  if (!found) throw notFound()
  const { campaign, settings, newest } = found
  const events = upcomingOrAll(newest, new Date())
  return publishedDocument(publicCampaign(site, campaign, events.slice(0, SHOWN), settings))
})
