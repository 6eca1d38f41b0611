import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { eventLists } from '../../lib/app/events.js'
import { type EventDocuments, v1Events, v2Events } from './event-documents.js'

/* @__NO_SIDE_EFFECTS__ */
const listEvents = ({ version, eventFilters, eventCollection, findEmbedded }: EventDocuments) =>
  keyEndpoint(version, { eventLists, findEmbedded }, async ({ eventLists, findEmbedded, site }, { owner, query }) => {
    const filter = readFilterRequest(query, eventFilters(site))
    const page = await eventLists.list(owner, readPageRequest(query), filter)
    return ok(eventCollection(site, page, query, [], await findEmbedded(owner, page.members)))
  })

export const v1Endpoint = listEvents(v1Events)
export const v2Endpoint = listEvents(v2Events)
