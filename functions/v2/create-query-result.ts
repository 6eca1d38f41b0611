import { runQuery } from '../../lib/targeting/run-query.js'
import { bodylessEndpoint } from '../../lib/app/endpoint.js'
import { resultResource } from '../../lib/targeting/documents/query-result.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { accepted, ok } from '../../lib/http/answer.js'
import { queries, resultDependencies } from '../../lib/app/targeting.js'

/** Runs a query again. */
export const endpoint = bodylessEndpoint(
  v2,
  { queries, resultDependencies },
  async ({ queries, resultDependencies, site }, { owner, id }) => {
    const { result } = await runQuery(await queries.find(owner, id()), resultDependencies)
    const document = resultResource(site, result)
    return result.status === 'complete' ? ok(document) : accepted(document)
  },
)
