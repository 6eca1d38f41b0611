import { recordQuery } from '../../lib/targeting/record-query.js'
import { runIfNew } from '../../lib/targeting/run-query.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { queryResource, readNewQuery } from '../../lib/targeting/documents/targeting-query.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { queryDependencies, resultDependencies } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { queryDependencies, resultDependencies },
  async ({ queryDependencies, resultDependencies, site }, { owner, body }) => {
    const { draft, ignored } = readNewQuery(site, body)
    const query = await recordQuery(owner, draft, queryDependencies)
    const found = await runIfNew(query, resultDependencies)
    return validated(queryResource(site, found), found, [
      ...ignored,
      ...ignoredIdentifiers(site, draft.identifiers, query),
    ])
  },
)
