import { changeQuery } from '../../lib/targeting/record-query.js'
import { runIfNew } from '../../lib/targeting/run-query.js'
import { keyEndpoint } from '../../lib/app/endpoint.js'
import { ignoredIdentifiers } from '../../lib/hal/ignored.js'
import { queryResource, readQueryChange } from '../../lib/targeting/documents/targeting-query.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validated } from '../../lib/http/preconditions/validated.js'
import { targeting } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(
  v2,
  { targeting },
  async ({ targeting, site }, { owner, id, body, precondition }) => {
    const { change, ignored } = readQueryChange(site, body)
    const query = await changeQuery(targeting, owner, id(), change, precondition)
    const found = await runIfNew(targeting, query)
    return validated(queryResource(site, found), found, [
      ...ignored,
      ...ignoredIdentifiers(site, change.identifiers, query),
    ])
  },
)
