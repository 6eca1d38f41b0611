import { eventCollection, peopleOf } from '../../lib/hal/v1/event.js'
import { eventFilters } from '../../lib/hal/v1/filters.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, events, people } from '../../lib/service.js'

export const handler = endpoint(v1, async ({ owner, query }) => {
  const page = await events.list(owner, readPageRequest(query), readFilterRequest(query, eventFilters()))
  return ok(eventCollection(page, await people.findMany(owner, peopleOf(page.members)), query, 'events'))
})
