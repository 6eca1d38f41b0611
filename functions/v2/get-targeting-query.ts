import { keyEndpoint } from '../../lib/app/endpoint.js'
import { queryResource } from '../../lib/targeting/documents/targeting-query.v2.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedByTag } from '../../lib/http/preconditions/validated.js'
import { queries } from '../../lib/app/targeting.js'

export const endpoint = keyEndpoint(v2, { queries }, async ({ queries, site }, { owner, id }) => {
  const query = await queries.find(owner, id())
  return validatedByTag(queryResource(site, query), query)
})
