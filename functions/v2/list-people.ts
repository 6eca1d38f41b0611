import { personCollection } from '../../lib/hal/v2/person.js'
import { personFilters } from '../../lib/hal/v2/filters.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, people } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) =>
  ok(
    personCollection(
      await people.list(owner, readPageRequest(query), readFilterRequest(query, personFilters())),
      query,
    ),
  ),
)
