import { queryResource } from '../../lib/hal/v2/targeting-query.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { validatedByTag } from '../../lib/http/validated.js'
import { endpoint, queries } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, id }) => {
  const query = await queries.find(owner, id())
  return validatedByTag(queryResource(query), query)
})
