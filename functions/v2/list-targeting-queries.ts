import { keyEndpoint } from '../../lib/app/endpoint.js'
import { queryCollection } from '../../lib/targeting/documents/targeting-query.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { queries } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(v2, { queries }, async ({ queries, site }, { owner, query }) =>
  ok(queryCollection(site, await queries.list(owner, readPageRequest(query)), query)),
)
