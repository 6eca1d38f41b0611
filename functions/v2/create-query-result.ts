import { runQuery } from '../../lib/targeting/run-query.js'
import { bodylessEndpoint } from '../../lib/app/endpoint.js'
import { resultResource } from '../../lib/targeting/documents/query-result.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { accepted, ok } from '../../lib/http/answer.js'
import { queries, targeting } from '../../lib/app/targeting.js'

/** Runs a query again. */
export const endpoint = bodylessEndpoint(
  v2,
  { queries, targeting },
  async ({ queries, targeting, site }, { owner, id }) => {
    const { result } = await runQuery(targeting, await queries.find(owner, id()))
    const document = resultResource(site, result)
    return result.status === 'complete' ? ok(document) : accepted(document)
  },
)
