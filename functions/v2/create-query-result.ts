import { runQuery } from '../../lib/domain/run-query.js'
import { resultResource } from '../../lib/hal/v2/query-result.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { accepted, ok } from '../../lib/http/answer.js'
import { endpointWithoutBody, queries, resultsWorld } from '../../lib/service.js'

/** Runs a query again. */
export const handler = endpointWithoutBody(v2, async ({ owner, id }) => {
  const { result } = await runQuery(await queries.find(owner, id()), resultsWorld)
  const document = resultResource(result)
  return result.status === 'complete' ? ok(document) : accepted(document)
})
