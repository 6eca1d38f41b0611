import { keyEndpoint } from '../../lib/endpoint.js'
import { resultCollection } from '../../lib/hal/v2/targeting/query-result.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/query/page-request.js'
import { queries, results } from '../../lib/service/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { queries, results },
  async ({ queries, results, site }, { owner, id, query }) => {
    const { id: of } = await queries.find(owner, id())
    return ok(
      resultCollection(site, await results.list(of, readPageRequest(query)), query, [
        'targeting/queries',
        of,
      ]),
    )
  },
)
