import { resultCollection } from '../../lib/hal/v2/query-result.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, queries, results } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id, query }) => {
  const { id: of } = await queries.find(owner, id())
  return ok(resultCollection(await results.list(of, readPageRequest(query)), of, query))
})
