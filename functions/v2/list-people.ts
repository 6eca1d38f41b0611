import { keyed } from '../../lib/endpoint.js'
import { personCollection, personFilters } from '../../lib/hal/v2/person.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { people } from '../../lib/service.js'

export const endpoint = keyed(v2, { people }, async ({ people, site }, { owner, query }) =>
  ok(
    personCollection(
      site,
      await people.list(owner, readPageRequest(query), readFilterRequest(query, personFilters(site))),
      query,
    ),
  ),
)
