import { resultResource } from '../../lib/hal/v2/query-result.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { endpoint, queries, results } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const query = await queries.find(owner, id())
  return ok(resultResource(await results.find(query.id, id('result_id'))))
})
