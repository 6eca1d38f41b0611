import { keyEndpoint } from '../../lib/app/endpoint.js'
import { resultCollection } from '../../lib/targeting/documents/query-result.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { queries, results } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { queries, results },
  async ({ queries, results, site }, { owner, id, query }) => {
    const { id: of } = await queries.find(owner, id())
    return ok(resultCollection(site, await results.list(of, readPageRequest(query)), query, ['targeting/queries', of]))
  },
)
