import { keyEndpoint } from '../../lib/app/endpoint.js'
import { actionCollection } from '../../lib/targeting/documents/action.v2.js'
import { eventFilters } from '../../lib/events/documents/event.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/query/page-request.js'
import { eventLists } from '../../lib/app/events.js'

export const endpoint = keyEndpoint(v2, { eventLists }, async ({ eventLists, site }, { owner, query }) => {
  const filter = readFilterRequest(query, eventFilters(site))
  return ok(actionCollection(site, await eventLists.listSelectable(owner, readPageRequest(query), filter), query))
})
