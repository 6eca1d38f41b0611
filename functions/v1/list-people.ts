import { keyed } from '../../lib/endpoint.js'
import { personCollection, personFilters } from '../../lib/hal/v1/person.js'
import { v1 } from '../../lib/hal/v1/version.js'
import { ok } from '../../lib/http/answer.js'
import { readFilterRequest, readPageRequest } from '../../lib/http/page-request.js'
import { people } from '../../lib/service.js'

export const endpoint = keyed(v1, { people }, async ({ people, site }, { owner, query }) =>
  ok(
    personCollection(
      site,
      await people.list(owner, readPageRequest(query), readFilterRequest(query, personFilters(site))),
      query,
    ),
  ),
)
