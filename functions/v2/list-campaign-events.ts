import { eventCollection } from '../../lib/hal/v2/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { campaigns, endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const campaign = await campaigns.find(owner, id())
  const page = await events.listOfCampaign(campaign.id, readPageRequest(query))
  return ok(eventCollection(page, query, 'event_campaigns', campaign.id, 'events'))
})
