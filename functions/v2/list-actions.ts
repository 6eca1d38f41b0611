import { actionCollection } from '../../lib/hal/v2/action.js'
import { eventFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) => {
  const filter = readFilterRequest(query, eventFilters())
  return ok(actionCollection(await events.listSelectable(owner, readPageRequest(query), filter), query))
})
