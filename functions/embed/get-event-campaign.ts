import { upcomingOrAll } from '../../lib/domain/upcoming.js'
import { publicCampaign } from '../../lib/hal/public-event.js'
import { publishedDocument } from '../../lib/http/answer.js'
import { publicEndpoint } from '../../lib/http/endpoint.js'
import { shown } from '../../lib/service.js'

/** How many of the newest events are looked at, and how many of those to come are shown. */
const NEWEST = 25
const SHOWN = 10

export const handler = publicEndpoint(async ({ id }) => {
  const campaign = await shown.findCampaign(id())
  const events = upcomingOrAll(await shown.newestOf(campaign.id, NEWEST), new Date())
  return publishedDocument(publicCampaign(campaign, events.slice(0, SHOWN)))
})
