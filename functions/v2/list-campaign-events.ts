import { keyed } from '../../lib/endpoint.js'
import { eventCollection, eventFilters } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, events } from '../../lib/service.js'

export const endpoint = keyed(
  v2,
  { campaigns, events },
  async ({ campaigns, events, site }, { owner, id, query }) => {
    const filter = readFilterRequest(query, eventFilters(site))
    const campaign = await campaigns.find(owner, id())
    const page = await events.listOfCampaign(campaign.id, readPageRequest(query), filter)
    return ok(eventCollection(site, page, query, 'event_campaigns', campaign.id, 'events'))
  },
)
