import { changeQuery } from '../../lib/targeting/record-query.js'
import { runIfNew } from '../../lib/targeting/run-query.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { queryResource, readQueryChange } from '../../lib/targeting/documents/targeting-query.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { queryDependencies, resultDependencies } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { queryDependencies, resultDependencies },
  async ({ queryDependencies, resultDependencies, site }, { owner, id, body, precondition }) => {
    const { change, ignored } = readQueryChange(site, body)
    const query = await changeQuery(owner, id(), change, queryDependencies, precondition)
    const found = await runIfNew(query, resultDependencies)
    return validated(queryResource(site, found), found, [
      ...ignored,
      ...ignoredIdentifiers(site, change.identifiers, query),
    ])
  },
)
