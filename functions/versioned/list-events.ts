import type { OsdiEvent } from '../../lib/domain/events/event.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import type { Filters } from '../../lib/hal/document.js'
import type { EventCollection } from '../../lib/hal/events/event.js'
import type { ApiVersion } from '../../lib/hal/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { events } from '../../lib/service/events.js'
import type { FindEmbedded } from './embedded-people.js'

interface Documents {
  eventFilters: Filters<OsdiEvent>
  eventCollection: EventCollection
  findEmbedded: FindEmbedded
}

export const listEvents = (version: ApiVersion, { eventFilters, eventCollection, findEmbedded }: Documents) =>
  keyEndpoint(version, { events, findEmbedded }, async ({ events, findEmbedded, site }, { owner, query }) => {
    const filter = readFilterRequest(query, eventFilters(site))
    const page = await events.list(owner, readPageRequest(query), filter)
    return ok(eventCollection(site, page, query, [], await findEmbedded(owner, page.members)))
  })
