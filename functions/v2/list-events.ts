import { eventCollection } from '../../lib/hal/v2/event.js'
import { eventFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, events } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) =>
  ok(
    eventCollection(
      await events.list(owner, readPageRequest(query), readFilterRequest(query, eventFilters())),
      query,
      'events',
    ),
  ),
)
