import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { campaigns } from '../../lib/app/campaigns.js'
import { eventLists } from '../../lib/app/events.js'
import { type EventDocuments, v1Events, v2Events } from './event-documents.js'

/* @__NO_SIDE_EFFECTS__ */
const listCampaignEvents = ({ version, eventFilters, eventCollection, findEmbedded }: EventDocuments) =>
  keyEndpoint(
    version,
    { campaigns, eventLists, findEmbedded },
    async ({ campaigns, eventLists, findEmbedded, site }, { owner, id, query }) => {
      const filter = readFilterRequest(query, eventFilters(site))
      const campaign = await campaigns.find(owner, id())
      const page = await eventLists.listOfCampaign(campaign.id, readPageRequest(query), filter)
      const embedded = await findEmbedded(owner, page.members)
      return ok(eventCollection(site, page, query, ['event_campaigns', campaign.id], embedded))
    },
  )

export const v1Endpoint = listCampaignEvents(v1Events)
export const v2Endpoint = listCampaignEvents(v2Events)
