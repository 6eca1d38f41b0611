import { eventCollection } from '../../lib/hal/v2/event.js'
import { eventFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, eventFilters())
  const campaign = await campaigns.find(owner, id())
  const page = await events.listOfCampaign(campaign.id, readPageRequest(query), filter)
  return ok(eventCollection(page, query, 'event_campaigns', campaign.id, 'events'))
})
