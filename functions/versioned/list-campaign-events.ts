import type { OsdiEvent } from '../../lib/domain/events/event.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Filters } from '../../lib/hal/document.js'
import type { EventCollection } from '../../lib/hal/events/event.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { campaigns } from '../../lib/service/events.js'
import { events } from '../../lib/service/events.js'
import type { FindEmbedded } from './embedded-people.js'

interface Documents {
  eventFilters: Filters<OsdiEvent>
  eventCollection: EventCollection
  findEmbedded: FindEmbedded
}

export const listCampaignEvents = (
  version: ApiVersion,
  { eventFilters, eventCollection, findEmbedded }: Documents,
) =>
  keyEndpoint(
    version,
    { campaigns, events, findEmbedded },
    async ({ campaigns, events, findEmbedded, site }, { owner, id, query }) => {
      const filter = readFilterRequest(query, eventFilters(site))
      const campaign = await campaigns.find(owner, id())
      const page = await events.listOfCampaign(campaign.id, readPageRequest(query), filter)
      const embedded = await findEmbedded(owner, page.members)
      return ok(eventCollection(site, page, query, ['event_campaigns', campaign.id], embedded))
    },
  )
