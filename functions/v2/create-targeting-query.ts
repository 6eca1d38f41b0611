import { recordQuery } from '../../lib/domain/targeting/record-query.js'
import { runIfNew } from '../../lib/domain/targeting/run-query.js'
import { keyEndpoint } from '../../lib/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { queryResource, readNewQuery } from '../../lib/hal/v2/targeting/targeting-query.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { queryDependencies, resultDependencies } from '../../lib/service/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { queryDependencies, resultDependencies },
  async ({ queryDependencies, resultDependencies, site }, { owner, body }) => {
    const { draft, ignored } = readNewQuery(site, body)
    const query = await recordQuery(owner, draft, queryDependencies)
    return ok(queryResource(site, await runIfNew(query, resultDependencies)), [
      ...ignored,
      ...ignoredIdentifiers(site, draft.identifiers, query),
    ])
  },
)
