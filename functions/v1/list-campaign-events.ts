import { eventCollection, peopleOf } from '../../lib/hal/v1/event.js'
import { eventFilters } from '../../lib/hal/v1/filters.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, endpoint, events, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, id, query }) => {
  const filter = readFilterRequest(query, eventFilters())
  const campaign = await campaigns.find(owner, id())
  const page = await events.listOfCampaign(campaign.id, readPageRequest(query), filter)
  const embedded = await people.findMany(owner, peopleOf(page.members))
  return ok(eventCollection(page, embedded, query, 'event_campaigns', campaign.id, 'events'))
})
