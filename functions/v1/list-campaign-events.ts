import { keyed } from '../../lib/endpoint.js'
import { eventCollection, eventFilters, peopleOf } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, events, people } from '../../lib/service.js'

export const endpoint = keyed(
  v1,
  { campaigns, events, people },
  async ({ campaigns, events, people, site }, { owner, id, query }) => {
    const filter = readFilterRequest(query, eventFilters(site))
    const campaign = await campaigns.find(owner, id())
    const page = await events.listOfCampaign(campaign.id, readPageRequest(query), filter)
    const embedded = await people.findMany(owner, peopleOf(page.members))
    return ok(eventCollection(site, page, embedded, query, 'event_campaigns', campaign.id, 'events'))
  },
)
