import { keyEndpoint } from '../../lib/app/endpoint.js'
import { resultResource } from '../../lib/targeting/documents/query-result.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { queries, results } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(v2, { queries, results }, async ({ queries, results, site }, { owner, id }) => {
  const query = await queries.find(owner, id())
  return ok(resultResource(site, await results.find(query.id, id('result_id'))))
})
