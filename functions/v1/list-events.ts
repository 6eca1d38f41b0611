import { keyed } from '../../lib/endpoint.js'
import { eventCollection, eventFilters, peopleOf } from '../../lib/hal/v1/event.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { events, people } from '../../lib/service.js'

export const endpoint = keyed(v1, { events, people }, async ({ events, people, site }, { owner, query }) => {
  const page = await events.list(owner, readPageRequest(query), readFilterRequest(query, eventFilters(site)))
  return ok(
    eventCollection(site, page, await people.findMany(owner, peopleOf(page.members)), query, 'events'),
  )
})
