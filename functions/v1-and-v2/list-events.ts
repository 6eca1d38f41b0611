import type { OsdiEvent } from '../../lib/domain/events/event.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Filters } from '../../lib/hal/document.js'
import type { EventCollection } from '../../lib/hal/events/event.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { events } from '../../lib/service/events.js'
import {
  eventFilters as v1EventFilters,
  eventCollection as v1EventCollection,
} from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import {
  eventFilters as v2EventFilters,
  eventCollection as v2EventCollection,
} from '../../lib/hal/v2/events/event.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { type FindEmbedded, creatorsAndOrganizers, noPeople } from './embedded-people.js'

interface Documents {
  eventFilters: Filters<OsdiEvent>
  eventCollection: EventCollection
  findEmbedded: FindEmbedded
}

/* @__NO_SIDE_EFFECTS__ */
const listEvents = (version: ApiVersion, { eventFilters, eventCollection, findEmbedded }: Documents) =>
  keyEndpoint(version, { events, findEmbedded }, async ({ events, findEmbedded, site }, { owner, query }) => {
    const filter = readFilterRequest(query, eventFilters(site))
    const page = await events.list(owner, readPageRequest(query), filter)
    return ok(eventCollection(site, page, query, [], await findEmbedded(owner, page.members)))
  })

export const v1Endpoint = listEvents(v1, {
  eventFilters: v1EventFilters,
  eventCollection: v1EventCollection,
  findEmbedded: creatorsAndOrganizers,
})
export const v2Endpoint = listEvents(v2, {
  eventFilters: v2EventFilters,
  eventCollection: v2EventCollection,
  findEmbedded: noPeople,
})
