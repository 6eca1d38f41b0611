import { queryCollection } from '../../lib/hal/v2/targeting-query.js'
import { v2 } from '../../lib/hal/v2/version.js'
import { ok } from '../../lib/http/answer.js'
import { readPageRequest } from '../../lib/http/page-request.js'
import { endpoint, queries } from '../../lib/service.js'

export const handler = endpoint(v2, async ({ owner, query }) =>
  ok(queryCollection(await queries.list(owner, readPageRequest(query)), query)),
)
